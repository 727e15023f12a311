/** Amazon SES: everything a sender must fulfil. */
import { simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { ses } from "#core/message/senders/ses/ses";
import { httpFor } from "#core/provider/http";
import { operationOf, suiteOver } from "#test/provider/suite";
import { email } from "./asked.ts";
import { type SesFake, sesAccount, sesFake } from "./fakes/ses.ts";

const settings = ({ origin }: { readonly origin: string }) => ({ ...sesAccount, server: origin });
const wrongKey = {
  because: "the key is wrong",
  arrange: (fake: SesFake) => fake.set({ secretAccessKey: "another" }),
  code: "credentials",
};
const no = (because: string, code: string, status: number, kind: string, words: string) => ({
  because,
  arrange: (fake: SesFake) => fake.set({ refuses: [status, kind, words] }),
  code,
});

suiteOver<SesFake>({
  code: "ses",
  start: sesFake,
  secrets: [sesAccount.secretAccessKey],
  signs: true,
  operations: [
    {
      does: "check",
      repeats: { how: "freely" },
      ask: (client, fake) => ses.check(client, settings(fake)),
      refusals: [
        wrongKey,
        // Testing the settings of a suspended account said that they work.
        { because: "sending is stopped", arrange: (fake) => fake.set({ isStopped: true }), code: "settings" },
      ],
    },
    operationOf("send an email", ses.email, settings, email, {
      refusals: [
        wrongKey,
        no("the user may not send", "credentials", 403, "AccessDeniedException", "User is not authorized"),
        no("the clock is wrong", "settings", 403, "RequestExpired", "Signature expired"),
        no("the account is closed", "settings", 400, "AccountSuspendedException", "Account suspended"),
        no("sending is stopped", "settings", 400, "SendingPausedException", "Sending paused"),
        no("the domain is not ours", "settings", 400, "MailFromDomainNotVerifiedException", "Not verified"),
        no("there is no such configuration set", "settings", 404, "NotFoundException", "Does not exist"),
        no("the account is tried out", "settings", 400, "MessageRejected", "Email address is not verified: a@b.c"),
        no("the message is refused", "refused", 400, "MessageRejected", "It contains a virus"),
        no("it says something new", "refused", 400, "BrandNewException", "Something new"),
      ],
    }),
  ],
});

const http = () => httpFor({ provider: "ses", secrets: [sesAccount.secretAccessKey] });

describe("Amazon SES", () => {
  it("is sent the complete message for one recipient, with our id in its header and as a tag", async () => {
    const fake = await sesFake();
    const outcome = await ses.email.ask(http(), { ...settings(fake), configurationSet: "store" }, email);
    expect(outcome).toEqual({ is: "done", value: { sentId: "0102018f-000000000001" } });
    const [{ Content, ...rest }] = fake.sent as [(typeof fake.sent)[number]];
    expect(rest).toEqual({
      FromEmailAddress: "orders@store.test",
      Destination: { ToAddresses: [email.to] },
      EmailTags: [{ Name: "message", Value: email.id }],
      ConfigurationSetName: "store",
    });
    const parsed = await simpleParser(Buffer.from(Content.Raw.Data, "base64"));
    expect(parsed).toMatchObject({ subject: email.subject, messageId: `<${email.id}@store.test>` });
    expect([parsed.text?.trim(), parsed.html]).toEqual([email.text, email.html]);
  });

  it.each([
    ["LimitExceededException", 400],
    ["TooManyRequestsException", 429],
    ["TooManyRequestsException", 400],
    // It was taken for a refusal of the message.
    ["ThrottlingException", 400],
  ])("is retried later if the quota is used up, or the rate exceeded: %s, %i", async (kind, status) => {
    const fake = await sesFake();
    fake.set({ refuses: [Number(status), String(kind), "Daily message quota exceeded"] });
    expect(await ses.email.ask(http(), settings(fake), email)).toMatchObject({ is: "later" });
  });

  it("names the refusal where it comes without words", async () => {
    const fake = await sesFake();
    fake.set({ refuses: [400, "BrandNewException", ""] });
    expect(await ses.email.ask(http(), settings(fake), email)).toMatchObject({
      ...{ is: "refused", code: "refused", says: "BrandNewException" },
    });
  });

  it("reports that the account is still in the sandbox", async () => {
    const fake = await sesFake();
    fake.set({ isTriedOut: true });
    expect(await ses.check(http(), settings(fake))).toEqual({ is: "done", value: { mode: "test" } });
  });
});
