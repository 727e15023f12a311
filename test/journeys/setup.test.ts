/** Home of a new store, as its owner sees it on the first day. */
import { expect, it } from "vitest";
import { smtpSettings } from "../support/given/mail.ts";
import { aStockedStore, journeys, soon } from "../support/harness/journey.ts";
import { faultsAt, looks } from "../support/harness/looks.ts";

const journey = journeys();

const stripe = { secretKey: "sk_test_51AbcDef", webhookSecret: "whsec_0123456789" };
const shots = process.env["SHOTS"];
const ask = (method: string, path: string, body: unknown) => journey.ask(method, `/api/admin/${path}`, body);

// An owner who is not told what a store needs learns of the missing mail server from a customer.
it("lists what is to be set up, ticks each step once it is done, and can be dismissed", async () => {
  const page = await journey.visitor();
  const list = page.getByRole("region", { name: "Set up your store" });
  const doneNow = () => list.getByRole("status").textContent();
  await soon(doneNow).toBe("0 of 7 done");
  for (const [name, how] of looks) {
    const looking = await journey.visitor(how);
    await looking.getByText("0 of 7 done").waitFor();
    expect(await faultsAt(looking, ["/"])).toEqual({});
    if (shots) await looking.screenshot({ path: `${shots}/setup-${name.replaceAll(/\W+/g, "-")}.png` });
  }

  await list.getByRole("link", { name: "Add a location" }).click();
  await page.getByRole("dialog", { name: "New location" }).waitFor();
  await page.goto("/");
  await list.getByRole("link", { name: "Invite your team" }).click();
  await page.getByRole("dialog").waitFor();

  const steps: readonly (() => Promise<unknown>)[] = [
    () => ask("PATCH", "store", { name: "Corner Shop" }),
    // A location, and a product with its stock.
    () => aStockedStore(journey),
    () => ask("PUT", "providers/stripe", { settings: stripe }),
    () => ask("PUT", "providers/easypost", { settings: { apiKey: "EZTK0123", labelFormat: "PDF" } }),
    () => ask("PUT", "providers/smtp", { settings: smtpSettings(9) }),
    () => ask("POST", "staff/invitations", { email: "asha@store.test", name: "Asha", role: "staff" }),
  ];
  const counts = ["1 of 7 done", "3 of 7 done", "4 of 7 done", "5 of 7 done", "6 of 7 done", "All done"];
  for (const [nth, step] of steps.entries()) {
    await step();
    await page.goto("/");
    await soon(doneNow).toBe(counts[nth]);
    if (shots && nth === 3) await page.screenshot({ path: `${shots}/setup-half.png` });
  }
  expect(await list.getByRole("img", { name: "Done" }).count()).toBe(7);

  await list.getByRole("button", { name: "Hide" }).click();
  await list.waitFor({ state: "detached" });
  // For every owner, permanently.
  const other = await journey.visitor();
  await other.getByRole("heading", { name: /^Hello/ }).waitFor();
  expect(await journey.ask("GET", "/api/admin/store")).toMatchObject({ showsSetup: false });
  expect(await other.getByText("Set up your store").count()).toBe(0);
}, 120_000);
