/** MSG91: everything a sender must fulfil, and its receipts. */
import { describe, expect, it } from "vitest";
import { msg91 } from "#core/message/senders/msg91/msg91";
import { httpFor } from "#core/provider/http";
import { operationOf, suiteOver } from "#test/provider/suite";
import { inbound, nobody, refusal } from "#test/provider/told";
import { sms } from "./asked.ts";
import { type Msg91Fake, msg91Fake, msg91Key, saysNo } from "./fakes/msg91.ts";

const webhookToken = "a-long-random-text-of-our-own";
const settings = ({ origin }: { readonly origin: string }) => ({ authKey: msg91Key, webhookToken, server: origin });
const no = (because: string, code: string, ...how: Parameters<typeof saysNo>) => ({
  because,
  arrange: (fake: Msg91Fake) => fake.set({ refuses: saysNo(...how) }),
  code,
});

suiteOver<Msg91Fake>({
  code: "msg91",
  start: msg91Fake,
  secrets: [msg91Key, webhookToken],
  operations: [
    operationOf("send an SMS", msg91.sms, settings, sms, {
      times: ({ sent }) => sent.length,
      refusals: [
        {
          because: "the key is wrong",
          arrange: (fake) => fake.set({ authKey: "another" }),
          code: "credentials",
        },
        // With HTTP 200: going by the status, the store would believe that the customer had been told.
        no("the key is wrong, with HTTP 200", "credentials", 200, "AuthenticationFailure", "201"),
        no("the text is not approved, with HTTP 200", "template", 200, "Flow is not approved"),
        no("there is no text, with HTTP 200", "template", 200, "template id missing"),
        no("the balance is too small, with HTTP 200", "balance", 200, "Insufficient balance"),
        no("the number is none, with HTTP 200", "address", 200, "Invalid mobile number"),
        no("the number is none, in other words", "address", 200, "Please enter a valid mobile no."),
        no("the key is wrong, in other words", "credentials", 200, "Invalid auth key"),
        // Each of these blocked the customer's number for good.
        no("there are too many numbers", "refused", 200, "Maximum number of recipients exceeded"),
        no("the number of texts is wrong", "refused", 200, "Invalid number of messages"),
        no("the account's own number is not verified", "refused", 200, "Please verify your mobile number"),
        no("it says something new, with HTTP 200", "refused", 200, "Something new"),
        no("the text is wrong", "template", 400, "Invalid template"),
        no("our address is not allowed", "settings", 418, "Request from unauthorised IP", "418"),
      ],
    }),
  ],
});

const http = () => httpFor({ provider: "msg91", secrets: [msg91Key] });

describe("MSG91", () => {
  it("sends a registered text by its id, to a number without its plus, and no text of ours", async () => {
    const fake = await msg91Fake();
    const outcome = await msg91.sms.ask(http(), settings(fake), sms);
    expect(outcome).toEqual({ is: "done", value: { sentId: "3763646c3058373530393931" } });
    expect(fake.sent).toEqual([
      {
        template_id: sms.template!.id,
        short_url: "0",
        recipients: [{ mobiles: "919876543210", VAR1: "#1001", VAR2: "Examplepost" }],
      },
    ]);
  });

  it("sends no request without a registered text", async () => {
    const fake = await msg91Fake();
    const outcome = await msg91.sms.ask(http(), settings(fake), { ...sms, template: null });
    expect(outcome).toMatchObject({ is: "refused", code: "template" });
    expect(fake.asked).toEqual([]);
  });

  // A gap named like the field for the number would send it to someone else.
  it("sends only to the recipient, whatever the names of the text's variables", async () => {
    const fake = await msg91Fake();
    await msg91.sms.ask(http(), settings(fake), { ...sms, template: { id: "1", values: { mobiles: "911111111111" } } });
    expect(fake.sent[0]).toMatchObject({ recipients: [{ mobiles: "919876543210" }] });
  });

  // Nothing was sent, but they were left to a person as if it might have been.
  it.each([
    [
      { type: "error", message: "Flow is not approved", code: null },
      { is: "refused", code: "template" },
    ],
    [
      { type: "error", message: { mobiles: ["required"] } },
      { is: "refused", code: "refused" },
    ],
    [{ type: "error" }, { is: "refused", code: "refused" }],
  ])("does not leave a refusal open: %o", async (json, outcome) => {
    const fake = await msg91Fake();
    fake.set({ refuses: { status: 200, json } });
    expect(await msg91.sms.ask(http(), settings(fake), sms)).toMatchObject(outcome);
  });

  it("is retried later if it says with HTTP 200 that there are too many requests", async () => {
    const fake = await msg91Fake();
    fake.set({ refuses: saysNo(200, "Too many requests") });
    expect(await msg91.sms.ask(http(), settings(fake), sms)).toMatchObject({ is: "later" });
  });

  it("does not treat a success without an id as one", async () => {
    const fake = await msg91Fake();
    fake.set({ refuses: { status: 200, json: { type: "success", message: "" } } });
    await expect(msg91.sms.ask(http(), settings(fake), sms)).rejects.toMatchObject({ outcome: { is: "unknown" } });
  });
});

describe("MSG91's receipts", () => {
  const { receives } = msg91;
  const given = { authKey: msg91Key, webhookToken };
  const flat = {
    requestId: "3763646c3058373530393931",
    number: "919876543210",
    status: "1",
    desc: "DELIVERED",
    date: "2026-11-20 15:30:00",
    senderId: "EXMPLE",
    CRQID: "0",
  };
  const batch = (status: string, failedReason?: string) => [
    {
      senderId: "EXMPLE",
      requestId: flat.requestId,
      userId: "381742",
      campaignName: "API",
      report: [{ date: flat.date, number: flat.number, status, desc: "FAILED", failedReason, credit: "1", CRQID: "0" }],
    },
  ];
  const form = (data: unknown) => new URLSearchParams({ data: JSON.stringify(data) }).toString();
  const read = (body: string) => receives.read(nobody, given, inbound(body));
  const admit = (
    query: Readonly<Record<string, string>>,
    body: unknown = flat,
    settingsThen: { authKey: string; webhookToken?: string } = given,
  ) => receives.admit(settingsThen, { ...inbound(JSON.stringify(body)), query });

  it("are accepted with the token, each once", () => {
    expect(admit({ token: webhookToken })).toBe("3763646c3058373530393931/919876543210/1");
    expect(admit({ token: webhookToken }, batch("1"))).toMatch(/^sha256:/);
  });

  it.each([
    ["another token", { token: `${webhookToken}.` }],
    ["an empty token", { token: "" }],
    ["no token", {}],
  ])("are refused with %s, and all of them while there is none", (_, query: Record<string, string>) => {
    expect(() => admit(query)).toThrow(refusal);
    expect(() => admit(query, flat, { authKey: msg91Key })).toThrow(refusal);
  });

  const told = { sentId: flat.requestId };
  it.each([
    [JSON.stringify(flat), [{ ...told, status: "delivered", says: "", blocks: null }]],
    [JSON.stringify({ ...flat, status: 1 }), [{ ...told, status: "delivered", says: "", blocks: null }]],
    [form(batch("1")), [{ ...told, status: "delivered", says: "", blocks: null }]],
    [form(batch("2", "Handset is off")), [{ ...told, status: "failed", says: "Handset is off", blocks: null }]],
    // The do-not-disturb register: it was called a wrong number.
    [
      form(batch("9")),
      [
        {
          ...{ ...told, status: "failed", blocks: "optedOut" },
          says: "The recipient has opted out: the number is on the do-not-disturb register.",
        },
      ],
    ],
    // A text that differs from its registration: the number is fine.
    [form(batch("16")), [{ ...told, status: "failed", blocks: null, says: "FAILED" }]],
    [form(batch("17")), [{ ...told, status: "failed", blocks: "address", says: "FAILED" }]],
    [form(batch("25")), [{ ...told, status: "failed", blocks: null, says: "FAILED" }]],
    [form(batch("8")), []],
    [form([]), []],
    // Whatever else it says, and in which form: it was passed over beside another, or waited for staff.
    [
      form([{ ...batch("2")[0], report: [{ status: 2, desc: 5, failedReason: {} }, ...batch("1")[0]!.report] }]),
      [
        { ...told, status: "failed", says: "5", blocks: null },
        { ...told, status: "delivered", says: "", blocks: null },
      ],
    ],
    [JSON.stringify({ ...flat, number: null, desc: [] }), [{ ...told, status: "delivered", says: "", blocks: null }]],
    [JSON.stringify({ ...flat, requestId: 37 }), [{ ...told, sentId: "37", status: "delivered" }]],
    // Unreadable input.
    [
      form([null, { requestId: flat.requestId, report: [{ number: null }, ...batch("1")[0]!.report] }]),
      [{ ...told, status: "delivered", says: "", blocks: null }],
    ],
  ])("%s", async (body, receipts) => {
    expect(await read(body)).toMatchObject({ is: "done", value: { receipts } });
  });

  // Nothing in it identifies a message of ours.
  it.each([
    JSON.stringify([{ event: "delivered", data: [{ INMSID: "1", meta: {}, description: "", ts: "" }] }]),
    "data=no+JSON",
    "",
  ])("are not guessed at: %s", async (body) => {
    await expect(read(body)).rejects.toThrow();
  });

  // It was tried again for a day before it was shown.
  it("are shown at once if they are in the format that names no request", async () => {
    const newest = JSON.stringify([{ event: "delivered", data: [{ INMSID: "1", meta: {}, description: "", ts: "" }] }]);
    await expect(read(newest)).rejects.toMatchObject({ outcome: { is: "refused", code: "odd" } });
  });
});
