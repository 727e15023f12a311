import { spawn } from "node:child_process";
import { createSecretKey } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { signatureOf } from "#core/webhook/sign";

const secret = `whsec_${"5".repeat(64)}`;

async function aFreePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** `npm run receiver`, listening. */
async function theReceiver(): Promise<number> {
  const port = await aFreePort();
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  const receiver = spawn(process.execPath, ["scripts/receiver.ts"], { env, stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void receiver.kill());
  await once(receiver.stdout, "data");
  return port;
}

const sent = async (port: number, signature: string, body: Buffer) =>
  (await fetch(`http://localhost:${port}/`, { method: "POST", headers: { "x-service-signature": signature }, body }))
    .status;

// It is there to be copied: a connection that breaks off, as any of the internet's can, must not end the process.
it("takes our signatures, refuses others, and outlives a request that breaks off", async () => {
  const port = await theReceiver();
  const body = Buffer.from('{"note":"नमस्ते"}');
  const ours = signatureOf(createSecretKey(secret, "utf8"), body);
  expect(await sent(port, ours, body)).toBe(204);
  expect(await sent(port, ours, Buffer.from("{}"))).toBe(401);

  const half = connect(port, "localhost");
  half.write("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n{");
  await once(half, "data");
  half.resetAndDestroy();
  await once(half, "close");
  expect(await sent(port, ours, body)).toBe(204);
  expect(await sent(port, ours, body)).toBe(204);
});
