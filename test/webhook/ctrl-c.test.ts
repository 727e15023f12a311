import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { aBegunFolder, aRuntime, signedIn } from "../support/harness/runtime.ts";
import { aReceiver } from "../support/receiver.ts";

// A sender that kept claiming would be cut off after 20 s, and PostgreSQL left running in the terminal.
it("Ctrl-C stops the start cleanly during sixty deliveries to a receiver that never answers", async () => {
  const mute = await aReceiver(() => {});
  const folder = await aBegunFolder();
  const runtime = await aRuntime(folder, { WEBHOOK_TIMEOUT_SECONDS: "3" });
  const ask = await signedIn(runtime);
  await ask("POST", "/api/admin/x/webhooks/endpoints", { url: mute.url, events: ["product.created"] });
  for (let nth = 0; nth < 60; nth++)
    await ask("POST", "/api/admin/products", {
      title: `Product ${nth}`,
      variants: [{ sku: `SKU-${nth}`, priceMinor: 1 }],
    });
  // By then the senders are busy with it, and have claimed again since they were woken.
  await mute.has(40);

  expect(await runtime.end("SIGINT")).toBe(0);

  const { stdout } = await promisify(execFile)("ps", ["-eo", "args"]);
  expect(stdout.split("\n").filter((line) => line.includes(folder))).toEqual([]);
}, 120_000);
