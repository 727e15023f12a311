/** Twilio: everything a sender must fulfil. */
import { describe, expect, it } from "vitest";
import { twilio } from "#core/message/senders/twilio/twilio";
import { outcomeOf } from "#core/provider/call";
import { httpFor } from "#core/provider/http";
import { operationOf, suiteOver } from "#test/provider/suite";
import { sms } from "./asked.ts";
import { type TwilioFake, twilioAccount, twilioFake } from "./fakes/twilio.ts";

const settings = ({ origin }: TwilioFake) => ({ ...twilioAccount, server: origin });
const wrongToken = {
  because: "the token is wrong",
  arrange: (fake: TwilioFake) => fake.set({ authToken: "another" }),
  code: "credentials",
};
const no = (because: string, code: string, number: number, words: string) => ({
  because,
  arrange: (fake: TwilioFake) => fake.set({ refuses: [400, number, words] }),
  code,
});
const http = () => httpFor({ provider: "twilio", secrets: [twilioAccount.authToken] });

suiteOver<TwilioFake>({
  code: "twilio",
  start: twilioFake,
  secrets: [twilioAccount.authToken],
  operations: [
    {
      does: "check",
      repeats: { how: "freely" },
      ask: (client, fake) => twilio.check(client, settings(fake)),
      refusals: [wrongToken],
    },
    operationOf("send an SMS", twilio.sms, settings, sms, {
      times: ({ messages }) => messages.length,
      refusals: [
        wrongToken,
        no("there is no such number", "address", 21211, "The 'To' number is not a valid phone number."),
        no("it is no mobile number", "address", 21614, "'To' number is not a valid mobile number"),
        no("the region is not switched on", "settings", 21408, "Permission to send an SMS has not been enabled"),
        // Not the number's fault: a name as the sender is not allowed in its country.
        no("the sender cannot reach it", "settings", 21612, "cannot be sent with this combination of To and From"),
        no("the sender is not ours", "settings", 21606, "The 'From' phone number is not a valid number"),
        no("the recipient wants no more", "optedOut", 21610, "Attempt to send to unsubscribed recipient"),
        no("the text is too long", "tooLong", 21617, "The concatenated message body exceeds the 1600 character limit"),
        no("it says something new", "refused", 21999, "Something new"),
        {
          because: "it says yes and has given up already",
          arrange: (fake) => fake.set({ becomes: { status: "failed", error_code: 30006, error_message: "Landline" } }),
          code: "address",
        },
      ],
    }),
  ],
});

describe("Twilio", () => {
  // Receipts could not be told apart.
  it("has not sent a message without an id", async () => {
    const fake = await twilioFake();
    fake.set({ becomes: { sid: "", status: "queued", error_code: null, error_message: null } });
    const client = http();
    expect(await outcomeOf(client, () => twilio.sms.ask(client, settings(fake), sms))).toMatchObject({ is: "unknown" });
  });

  it("sends the text unchanged, from the number, with the URL for receipts", async () => {
    const fake = await twilioFake();
    await twilio.sms.ask(http(), settings(fake), sms);
    expect(Object.fromEntries(new URLSearchParams(fake.asked[0]!.body))).toEqual({
      To: sms.to,
      From: twilioAccount.sender,
      Body: sms.text,
      StatusCallback: sms.receiptsAt,
    });
  });

  it("sends by a Messaging Service, and requests no receipts if there is no public URL", async () => {
    const fake = await twilioFake();
    const sender = `MG${"0".repeat(32)}`;
    await twilio.sms.ask(http(), { ...settings(fake), sender }, { ...sms, receiptsAt: null });
    expect(Object.fromEntries(new URLSearchParams(fake.asked[0]!.body))).toEqual({
      To: sms.to,
      MessagingServiceSid: sender,
      Body: sms.text,
    });
  });

  // The name was taken for a Messaging Service, which does not exist.
  it.each(["MG Motors", "12345"])("sends from %s", async (sender) => {
    const fake = await twilioFake();
    await twilio.sms.ask(http(), { ...settings(fake), sender }, sms);
    const form = new URLSearchParams(fake.asked[0]!.body);
    expect([form.get("From"), form.get("MessagingServiceSid")]).toEqual([sender, null]);
  });

  it("is retried later if its queue is full", async () => {
    const fake = await twilioFake();
    fake.set({ refuses: [400, 21611, "The 'From' number has exceeded the maximum number of queued messages"] });
    expect(await twilio.sms.ask(http(), settings(fake), sms)).toMatchObject({ is: "later" });
  });

  // A message that was sent waited for a person, and one that could not be did not block the number.
  it("reads errors in another form, and a sent message whatever it says of them", async () => {
    const fake = await twilioFake();
    fake.distort((json) => ({ ...Object(json), error_code: "", error_message: 7 }));
    expect(await twilio.sms.ask(http(), settings(fake), sms)).toMatchObject({ is: "done" });
    fake.distort((json) => ({ ...Object(json), code: "21610", message: {} }));
    fake.set({ refuses: [400, 21610, "Unsubscribed"] });
    expect(await twilio.sms.ask(http(), settings(fake), sms)).toMatchObject({ is: "refused", code: "optedOut" });
  });

  // The token of test credentials can read nothing: this particular refusal shows that it is known.
  it("recognises test credentials", async () => {
    const fake = await twilioFake();
    fake.set({ isTest: true });
    expect(await twilio.check(http(), settings(fake))).toEqual({ is: "done", value: { mode: "test" } });
    expect(twilio.mode({ ...twilioAccount, sender: "+15005550006" })).toBe("test");
    expect(twilio.mode(twilioAccount)).toBe("live");
  });
});

// A wrong "found" would say that a customer was told what they never were.
describe("Twilio's search", () => {
  const searched = async (arrange: (fake: TwilioFake) => unknown) => {
    const fake = await twilioFake();
    await arrange(fake);
    return twilio.sms.find(http(), settings(fake), sms);
  };
  const send = (fake: TwilioFake, how: Partial<typeof sms>) =>
    twilio.sms.ask(http(), settings(fake), { ...sms, ...how });

  it("does not mistake another text, another number or an older message for ours", async () => {
    const found = await searched(async (fake) => {
      await send(fake, { text: "Another" });
      await send(fake, { to: "+919876543211" });
      await send(fake, {});
      const [ours] = fake.messages.splice(2);
      fake.messages.push({ ...ours!, date_created: "Mon, 02 Nov 2026 10:00:00 +0000" });
    });
    expect(found).toEqual({ is: "absent" });
  });

  it("says nothing about the message if it is refused", async () => {
    const found = searched((fake) => fake.set({ isTest: true }));
    expect(await found.catch((error) => error.outcome)).toMatchObject({ is: "unknown" });
  });

  it("does not choose among several", async () => {
    const found = await searched(async (fake) => {
      await send(fake, {});
      await send(fake, {});
    });
    expect(found).toMatchObject({ is: "unknown" });
  });

  it("does not report it absent before it has read all pages", async () => {
    const found = await searched(async (fake) => {
      await send(fake, { text: "Another" });
      for (let nth = 0; nth < 100; nth++) fake.messages.push(fake.messages[0]!);
    });
    expect(found).toMatchObject({ is: "unknown" });
  });

  it("reports if ours has failed meanwhile", async () => {
    const found = await searched(async (fake) => {
      fake.set({ becomes: { status: "undelivered", error_code: 30005, error_message: null } });
      await send(fake, {});
    });
    expect(found).toEqual({ is: "refused", code: "address", says: "Error 30005." });
  });
});
