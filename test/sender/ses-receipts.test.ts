/** Amazon SES's notifications through SNS, which no one else can forge. */
import { describe, expect, it } from "vitest";
import { ses } from "#core/message/senders/ses/ses";
import { inbound, refusal } from "#test/provider/told";
import { sesAccount } from "./fakes/ses.ts";
import { amazon, certificateUrl, signed, topicArn } from "./fakes/sns.ts";

const { receives } = ses;
const settings = { ...sesAccount, topicArn };
const sentId = "0102018f-000000000001";
const told = (message: object, more: Readonly<Record<string, string>> = {}) =>
  signed({ Message: `${JSON.stringify({ mail: { messageId: sentId }, ...message })}\n`, ...more });
// SNS posts it as text.
const body = (envelope: object) => inbound(JSON.stringify(envelope), { "content-type": "text/plain; charset=UTF-8" });
const read = (envelope: object, http = amazon().http) => receives.read(http, settings, body(envelope));
const admit = (envelope: object, given: typeof settings | typeof sesAccount = settings) =>
  receives.admit(given, body(envelope));

describe("a notification", () => {
  it("is accepted for its topic, and recognised by its id when it is repeated", () => {
    expect(admit(told({ eventType: "Delivery" }))).toBe("22b80b92-fdea");
  });

  it.each([
    ["another topic", { TopicArn: `${topicArn}-of-somebody-else` }],
    [
      "a certificate of another host",
      { SigningCertURL: certificateUrl.replace("amazonaws.com", "amazonaws.com.evil.example") },
    ],
    [
      "a certificate of a host that begins like Amazon's",
      { SigningCertURL: "https://sns.eu-west-1.amazonaws.community/SimpleNotificationService-1.pem" },
    ],
    ["a certificate without TLS", { SigningCertURL: certificateUrl.replace("https", "http") }],
    ["a certificate at another port", { SigningCertURL: certificateUrl.replace(".com/", ".com:8443/") }],
    [
      "a certificate behind a user's name",
      { SigningCertURL: "https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-1.pem" },
    ],
    [
      "another service of Amazon's",
      { SigningCertURL: "https://s3.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem" },
    ],
    // Where nothing might answer, a forgery would wait for a day.
    [
      "a certificate of another region",
      { SigningCertURL: "https://sns.nowhere-1.amazonaws.com/SimpleNotificationService-1.pem" },
    ],
    // An API response of the same host is not one of its certificates.
    [
      "an answer in place of a certificate",
      { SigningCertURL: "https://sns.eu-west-1.amazonaws.com/?Action=ListTopics" },
    ],
    ["something else of the host's", { SigningCertURL: "https://sns.eu-west-1.amazonaws.com/anything.pem" }],
  ])("is refused with %s", (_, more) => {
    expect(() => admit({ ...told({ eventType: "Delivery" }), ...more })).toThrow(refusal);
  });

  it("is refused while no topic is set, and for an invalid one", () => {
    expect(() => admit(told({ eventType: "Delivery" }), sesAccount)).toThrow(refusal);
    expect(() => receives.admit(settings, inbound("no JSON"))).toThrow(refusal);
    expect(() => receives.admit(settings, inbound("{}"))).toThrow(refusal);
  });

  it.each([
    ["by version 2", told({ eventType: "Delivery" })],
    ["by version 1", signed({ Message: told({ eventType: "Delivery" })["Message"] ?? "" }, "1")],
    ["with a subject", told({ notificationType: "Delivery" }, { Subject: "Amazon SES Email Event Notification" })],
  ])("is believed if it is signed %s", async (_, envelope) => {
    expect(await read(envelope)).toMatchObject({ is: "done", value: { receipts: [{ sentId, status: "delivered" }] } });
  });

  it.each([
    [
      "other words than were signed",
      { ...told({ eventType: "Delivery" }), Message: told({ eventType: "Bounce" })["Message"] },
    ],
    ["a subject that was not signed", { ...told({ eventType: "Delivery" }), Subject: "Hello" }],
    ["no signature to speak of", { ...told({ eventType: "Delivery" }), Signature: "AAAA" }],
  ])("is not believed with %s", async (_, envelope) => {
    expect(await read(envelope)).toMatchObject({ is: "refused", code: "unsigned" });
  });

  // Anyone can have Amazon sign any text, as the message of a topic of their own.
  it("is refused if it is cut out of one that was signed for another topic", () => {
    const message = JSON.stringify({ mail: { messageId: sentId }, eventType: "Bounce" });
    const cut = ["MessageId", "1", "Timestamp", "2026-11-22T10:00:00Z", "TopicArn", topicArn, "Type", "Other"];
    const theirs = signed({ Message: [message, ...cut].join("\n"), TopicArn: `${topicArn}-of-somebody-else` });
    const rest = ["MessageId", "Timestamp", "TopicArn", "Type"].flatMap((name) => [name, theirs[name]]);
    const forged = {
      ...{ ...theirs, Message: message, MessageId: "1", Timestamp: "2026-11-22T10:00:00Z", TopicArn: topicArn },
      Type: ["Other", ...rest].join("\n"),
    };
    expect(() => admit(forged)).toThrow(refusal);
  });

  it("is not believed with another certificate, and waits while it cannot be fetched", async () => {
    const envelope = told({ eventType: "Delivery" });
    expect(await read(envelope, amazon({ certificate: "nothing" }).http)).toMatchObject({ is: "refused" });
    await expect(read(envelope, amazon({ status: 503 }).http)).rejects.toMatchObject({ outcome: { is: "later" } });
  });

  it.each([403, 404])("is not believed if its certificate does not exist: %i", async (status) => {
    const reading = read(told({ eventType: "Delivery" }), amazon({ status }).http);
    await expect(reading).rejects.toMatchObject({ outcome: { is: "refused", code: "unsigned" } });
  });
});

const diagnosticCode = "smtp; 550 5.1.1 user unknown";
const recipients = { bouncedRecipients: [{ emailAddress: "a@example.com", diagnosticCode }] };
it.each([
  [{ eventType: "Delivery" }, { status: "delivered", says: "", blocks: null }],
  [{ notificationType: "Delivery" }, { status: "delivered", says: "", blocks: null }],
  [
    { eventType: "Bounce", bounce: { bounceType: "Permanent", ...recipients } },
    { status: "bounced", says: diagnosticCode, blocks: "bounced" },
  ],
  [
    {
      eventType: "Bounce",
      bounce: { bounceType: "Permanent", bounceSubType: null, bouncedRecipients: [{ diagnosticCode: null }] },
    },
    { status: "bounced", says: "Permanent", blocks: "bounced" },
  ],
  // A full mailbox may be empty tomorrow: the address is not suppressed because of it.
  [
    { eventType: "Bounce", bounce: { bounceType: "Transient", bounceSubType: "MailboxFull" } },
    { status: "bounced", says: "Transient, MailboxFull", blocks: null },
  ],
  [
    { eventType: "Bounce", bounce: { bounceType: "Undetermined" } },
    { status: "bounced", says: "Undetermined", blocks: null },
  ],
  [
    {
      eventType: "Bounce",
      bounce: { bounceType: "Transient", bounceSubType: "General", bouncedRecipients: [{ status: "4.4.7" }] },
    },
    { status: "bounced", says: "Transient, General", blocks: null },
  ],
  // Out of office: it marked messages that had arrived as bounced.
  [
    {
      eventType: "Bounce",
      bounce: {
        ...{ bounceType: "Transient", bounceSubType: "General" },
        bouncedRecipients: [{ emailAddress: "ooto@simulator.amazonses.com" }],
      },
    },
    null,
  ],
  [
    {
      notificationType: "Bounce",
      bounce: { bounceType: "Undetermined", bounceSubType: "Undetermined", bouncedRecipients: [] },
    },
    null,
  ],
  // SES did not try to send it.
  [
    { eventType: "Complaint", complaint: { complaintSubType: "OnAccountSuppressionList" } },
    { status: "failed", says: "SES did not send it: the recipient has complained before.", blocks: "complained" },
  ],
  // Neither is from someone who wants no more.
  [{ eventType: "Complaint", complaint: { complaintFeedbackType: "not-spam" } }, null],
  [{ eventType: "Complaint", complaint: { complaintFeedbackType: "auth-failure" } }, null],
  [
    { eventType: "Complaint", complaint: { complaintFeedbackType: "abuse" } },
    { status: "complained", says: "abuse", blocks: "complained" },
  ],
  [
    { eventType: "Reject", reject: { reason: "Bad content" } },
    { status: "failed", says: "Bad content", blocks: null },
  ],
  [{ eventType: "Send" }, null],
  [{ eventType: "DeliveryDelay" }, null],
  [{ eventType: "Rendering Failure" }, null],
])("%o", async (message, receipt) => {
  const receipts = receipt ? [{ sentId, ...receipt }] : [];
  expect(await read(told(message))).toMatchObject({ is: "done", value: { receipts } });
});

// Bounces and complaints were passed over as being about no message: the address was written to again.
describe("a notification with fields in another form", () => {
  it.each([
    [{ bounceType: "Permanent", bouncedRecipients: [{ diagnosticCode: 550, status: 5.1 }] }, "550"],
    [{ bounceType: "Permanent", bounceSubType: 7, bouncedRecipients: ["a@example.com"] }, "Permanent, 7"],
    [{ bounceType: "Permanent", bounceSubType: {}, bouncedRecipients: {} }, "Permanent"],
  ])("still bounces: %o", async (bounce, says) => {
    const receipts = [{ sentId, status: "bounced", says, blocks: "bounced" }];
    expect(await read(told({ eventType: "Bounce", bounce }))).toMatchObject({ is: "done", value: { receipts } });
  });

  it("still complains, or was not sent", async () => {
    const complaint = { complaintFeedbackType: { of: "abuse" }, complaintSubType: 0 };
    expect(await read(told({ eventType: "Complaint", complaint }))).toMatchObject({
      value: { receipts: [{ status: "complained", blocks: "complained" }] },
    });
    expect(await read(told({ eventType: "Reject", reject: "Bad content" }))).toMatchObject({
      value: { receipts: [{ status: "failed" }] },
    });
  });

  it.each([
    { eventType: "Bounce", mail: { messageId: 7 } },
    { eventType: "Delivery", mail: null },
    { eventType: ["Bounce"], mail: { messageId: sentId } },
    { bounce: { bounceType: "Permanent" } },
  ])("is shown to staff if it is not known what happened to which message: %o", async (message) => {
    await expect(read(told(message))).rejects.toThrow();
  });

  it("is about no message if it greets a new subscription", async () => {
    const greetings = ["Successfully validated SNS topic for Amazon SES event publishing.", "{}", "null"];
    const more = { notificationType: "AmazonSnsSubscriptionSucceeded", message: "You have subscribed." };
    for (const Message of [...greetings, JSON.stringify(more)])
      expect(await read(signed({ Message }))).toMatchObject({ is: "done", value: { receipts: [] } });
  });
});

describe("a subscription", () => {
  const SubscribeURL = `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=2336412f37`;
  const asks = (more: Readonly<Record<string, string>> = {}) =>
    signed({
      Type: "SubscriptionConfirmation",
      Message: "You have chosen …",
      Token: "2336412f37",
      SubscribeURL,
      ...more,
    });

  it("of the configured topic is confirmed at Amazon", async () => {
    const { http, asked } = amazon();
    expect(await read(asks(), http)).toMatchObject({ is: "done", value: { receipts: [] } });
    expect(asked).toEqual([certificateUrl, SubscribeURL]);
  });

  // A forged one would make the store send requests to any address in its network.
  it("sends no request anywhere else, signed or not", async () => {
    const elsewhere = amazon();
    expect(await read(asks({ SubscribeURL: "https://evil.example/" }), elsewhere.http)).toMatchObject({
      is: "refused",
    });
    const forged = amazon();
    expect(await read({ ...asks(), Token: "another" }, forged.http)).toMatchObject({ is: "refused" });
    expect([elsewhere.asked, forged.asked]).toEqual([[certificateUrl], [certificateUrl]]);
  });

  it("is retried later while Amazon does not answer", async () => {
    const { http } = amazon();
    const busy: typeof http = {
      ...http,
      send: async (ask) => ({ ...(await http.send(ask)), ...(ask.url === SubscribeURL && { status: 500 }) }),
    };
    expect(await read(asks(), busy)).toMatchObject({ is: "later" });
  });
});
