/**
 * SES's receipts, which come through SNS. Each notification is signed with a certificate whose URL it contains:
 * certificates are fetched from Amazon's own hosts only, and only the configured topic is accepted.
 */
import { createVerify } from "node:crypto";
import * as z from "zod";
import type { Answer, Http } from "#core/provider/http";
import { eventIdOf, type Inbound, jsonIn, type Receives, unsigned } from "#core/provider/inbound";
import { done, Ended, later, refused } from "#core/provider/outcome";
import type { Receipt, Receipts } from "../sender.ts";
import type { SesSettings } from "./api.ts";

export const receives: Receives<SesSettings, Receipts> = {
  events: ["Delivery", "Bounce", "Complaint", "Reject"],
  provenLater: true,
  keeps: [],
  admit({ topicArn }, inbound) {
    const { data: envelope } = Envelope.safeParse(jsonIn(inbound));
    if (
      !envelope ||
      topicArn === undefined ||
      envelope.TopicArn !== topicArn ||
      !isCertificate(envelope.SigningCertURL, topicArn)
    )
      throw unsigned();
    return eventIdOf(inbound, envelope.MessageId);
  },
  async read(http, _given, inbound) {
    const envelope = Envelope.parse(jsonIn(inbound));
    if (!(await isSigned(http, envelope))) return refused("unsigned", "It is not signed by Amazon.");
    if (envelope.Type === "SubscriptionConfirmation") return await confirmed(http, envelope, inbound);
    return done({ at: inbound.at, receipts: receiptsIn(parsed(envelope.Message ?? "")) });
  },
};

const text = z.string();
/**
 * The signed text ends with the topic and the type, and has no escapes: with any other type, the rest of a notification
 * of somebody else's topic could be the type of one of ours, and would be signed.
 */
const Type = z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]);
const Envelope = z.object({
  ...{ Type, MessageId: text, TopicArn: text, Timestamp: text, SigningCertURL: text, Signature: text },
  ...{ SignatureVersion: text, Message: text.optional(), Subject: text.nullish(), Token: text.optional() },
  SubscribeURL: text.optional(),
});
type Envelope = z.output<typeof Envelope>;

/**
 * `sns.<region>.amazonaws.com` over HTTPS, and in China with `.cn`. Only of the topic's region: the host of any other
 * might not exist, and a forgery would wait for a day for it to answer.
 */
function isOfAmazon(address: string, topicArn: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false;
  const [, partition = "", , region = ""] = topicArn.split(":");
  return url.hostname === `sns.${region}.amazonaws.com${partition === "aws-cn" ? ".cn" : ""}`;
}

/** The path of a certificate: no other path on the host is fetched. */
function isCertificate(address: string, topicArn: string): boolean {
  const url = URL.parse(address);
  const isNamed = url?.search === "" && /^\/SimpleNotificationService-\w{1,100}\.pem$/.test(url.pathname);
  return isNamed && isOfAmazon(address, topicArn);
}

/** The signed text, line by line, in SNS's order. */
function signedText(envelope: Envelope): string {
  const names =
    envelope.Type === "Notification"
      ? (["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"] as const)
      : (["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"] as const);
  return names
    .flatMap((name) => (envelope[name] ? [name, envelope[name]] : []))
    .join("\n")
    .concat("\n");
}

const certificateKeptSeconds = 24 * 3_600;

/** @throws Ended with `later` while the certificate cannot be fetched, as unsigned if there is none */
async function isSigned(http: Http, envelope: Envelope): Promise<boolean> {
  const algorithm = envelope.SignatureVersion === "2" ? "RSA-SHA256" : "RSA-SHA1";
  const pem = await http.remember(envelope.SigningCertURL, async () => {
    const answer = await http.send({ method: "GET", url: envelope.SigningCertURL });
    const says = `The certificate could not be fetched: ${answer.status}.`;
    if (isAbsent(answer)) throw new Ended(refused("unsigned", says));
    if (answer.status !== 200) throw new Ended(later(says));
    return { text: answer.bytes.toString("utf8"), forSeconds: certificateKeptSeconds };
  });
  try {
    return createVerify(algorithm).update(signedText(envelope)).verify(pem, envelope.Signature, "base64");
  } catch {
    return false;
  }
}

/** S3, where the certificates are kept, answers 403 for what is not there. */
const isAbsent = ({ status }: Answer): boolean => status === 403 || status === 404 || status === 410;

/** Confirms the subscription of the topic in the settings. */
async function confirmed(http: Http, { SubscribeURL = "", TopicArn }: Envelope, { at }: Inbound) {
  if (!isOfAmazon(SubscribeURL, TopicArn)) return refused("unsigned", "Its address is not Amazon's.");
  const answer = await http.send({ method: "GET", url: SubscribeURL });
  if (answer.status !== 200) return later(`The subscription could not be confirmed: it answered ${answer.status}.`);
  return done<Receipts>({ at, receipts: [] });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** As given when it was sent; they are no reason not to read the rest. */
const Tags = z
  .object({ message: z.array(text) })
  .nullish()
  .catch(null);

/** Why it happened, which is no reason either. */
const why = z
  .union([text, z.number().transform(String)])
  .nullish()
  .catch(null);

const Told = z.object({
  kind: text,
  mail: z.object({ messageId: text, tags: Tags }),
  bounce: z
    .object({
      bounceType: why,
      bounceSubType: why,
      bouncedRecipients: z
        .array(z.object({ status: why, diagnosticCode: why }))
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  complaint: z.object({ complaintFeedbackType: why, complaintSubType: why }).nullish().catch(null),
  reject: z.object({ reason: why }).nullish().catch(null),
});

/** Notifications from an identity have `notificationType`, those from a configuration set `eventType`. */
const Kind = z.object({ eventType: why, notificationType: why, mail: z.unknown() });

/**
 * Whether it may be an automatic reply, such as an out-of-office one, which SES reports as a temporary bounce: a server
 * that has refused a message gives a reason, and a message that no recipient is named for has bounced for none.
 */
function isReply({ bounceType, bounceSubType, bouncedRecipients }: NonNullable<z.output<typeof Told>["bounce"]>) {
  if (bounceType === "Permanent" || !bouncedRecipients) return false;
  const hasReason = bouncedRecipients.some(({ status, diagnosticCode }) => status || diagnosticCode);
  return bouncedRecipients.length === 0 || (bounceSubType === "General" && !hasReason);
}

/**
 * Each message has one recipient, so its status is theirs. Of other kinds there are none, nor of what is about no
 * message, such as SES's greeting to a new topic.
 * @throws ZodError for one that tells how a message fared, but not of which
 */
function receiptsIn(told: unknown): Receipt[] {
  const { eventType, notificationType, mail: isAbout } = Kind.safeParse(told).data ?? {};
  const named = eventType ?? notificationType;
  if (named ? !receives.events.includes(named) : isAbout === undefined) return [];
  const { kind, mail, bounce, complaint, reject } = Told.parse({ ...Object(told), kind: named });
  const receipt = (status: Receipt["status"], says = "", blocks: Receipt["blocks"] = null): Receipt[] => [
    { sentId: mail.messageId, messageId: mail.tags?.message?.[0], status, says, blocks },
  ];
  switch (kind) {
    case "Delivery":
      return receipt("delivered");
    case "Bounce": {
      if (bounce && isReply(bounce)) return [];
      const [first] = bounce?.bouncedRecipients ?? [];
      const says = first?.diagnosticCode ?? [bounce?.bounceType, bounce?.bounceSubType].filter(Boolean).join(", ");
      return receipt("bounced", says, bounce?.bounceType === "Permanent" ? "bounced" : null);
    }
    case "Complaint":
      if (complaint?.complaintSubType === "OnAccountSuppressionList") {
        return receipt("failed", "SES did not send it: the recipient has complained before.", "complained");
      }
      // Corrected by the recipient, or a report about the store's own domain.
      if (/^(?:not-spam|auth-failure)$/.test(complaint?.complaintFeedbackType ?? "")) return [];
      return receipt(
        "complained",
        complaint?.complaintFeedbackType ?? "The recipient calls it unwanted.",
        "complained",
      );
    case "Reject":
      return receipt("failed", reject?.reason ?? "");
    default:
      return [];
  }
}
