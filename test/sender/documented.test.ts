/** The senders, and the page about each compared with its adapter. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isSenderCode, offeredSenders, senderOf } from "#core/message/senders/index";
import { formOf } from "#core/provider/settings";

it("knows its senders and no others", () => {
  expect(offeredSenders()).toEqual(["smtp", "ses", "twilio", "msg91"]);
  expect(["toString", "stripe"].filter(isSenderCode)).toEqual([]);
});

describe.each(offeredSenders())("%s", (code) => {
  const page = readFileSync(join(import.meta.dirname, `../../docs/providers/${code}.md`), "utf8");

  it("is loaded by its own code", async () => {
    expect((await senderOf(code)).code).toBe(code);
  });

  it("has a page that says for each setting where to find it", async () => {
    for (const { label } of formOf((await senderOf(code)).settings)) expect(page).toContain(`| ${label} |`);
  });

  it("has a page that names the URL for its receipts, if it sends any, and says what an unknown outcome means", async () => {
    const { receives } = await senderOf(code);
    expect(page.includes(`/api/messages/${code}/receipts`)).toBe(receives !== undefined);
    expect(page).toContain("## When the outcome is unknown");
  });
});

describe("settings of Twilio", () => {
  const given = { accountSid: `AC${"0".repeat(32)}`, authToken: "a-token-of-twilio", sender: "+15017122661" };
  const isAccepted = async (sender: string) =>
    (await senderOf("twilio")).settings.safeParse({ ...given, sender }).success;

  // Each of these characters may be in a name that is registered at Twilio.
  it.each([
    "+15017122661",
    "12345",
    "894546",
    `MG${"a".repeat(32)}`,
    `MG${"A".repeat(32)}`,
    "MG Motors",
    "EXMPLE",
    "My Store 2",
    "A&B-Store",
    "Shop_1+2",
  ])("accept %s as sender", async (sender) => expect(await isAccepted(sender)).toBe(true));

  it("accept an account's id in capitals, as Twilio's description does", async () => {
    const accountSid = `AC${"0A".repeat(16)}`;
    expect((await senderOf("twilio")).settings.safeParse({ ...given, accountSid }).success).toBe(true);
  });

  it.each(["15017122661", "12", "+0150", "MG12 and more", "Fourteen chars", "Café", ""])(
    "refuse %s",
    async (sender) => {
      expect(await isAccepted(sender)).toBe(false);
    },
  );
});

describe("settings of Amazon SES", () => {
  const given = { region: "eu-west-1", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
  const from = { fromName: "The Store", fromAddress: "orders@store.test" };
  const isAccepted = async (accessKeyId: string) =>
    (await senderOf("ses")).settings.safeParse({ ...given, ...from, accessKeyId }).success;

  // The first is from AWS's own examples, and used with emulators.
  it.each(["AKIDEXAMPLE", "AKIAIOSFODNN7EXAMPLE"])("accept the access key ID %s", async (accessKeyId) => {
    expect(await isAccepted(accessKeyId)).toBe(true);
  });

  it("refuse the secret in its place", async () => {
    expect(await isAccepted(given.secretAccessKey)).toBe(false);
    expect(await isAccepted("wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEYab")).toBe(false);
  });
});
