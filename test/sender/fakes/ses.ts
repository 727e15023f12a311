/**
 * Imitates Amazon SES's second API: JSON both ways, each request signed, the kind of a refusal in a header, and no
 * idempotency key.
 */
import { createHash, createHmac } from "node:crypto";
import { type Asked, aFake, type Fake, type Reply } from "#test/provider/fakes/server";

export const sesAccount = {
  region: "eu-west-1",
  accessKeyId: "AKIDEXAMPLE12345678",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  fromName: "The Store",
  fromAddress: "orders@store.test",
};

interface Now {
  secretAccessKey: string;
  /** Refuses every message. */
  refuses: readonly [status: number, kind: string, words: string] | null;
  isTriedOut: boolean;
  isStopped: boolean;
}

interface Sent {
  readonly FromEmailAddress: string;
  readonly Destination: { readonly ToAddresses: readonly string[] };
  readonly Content: { readonly Raw: { readonly Data: string } };
  readonly EmailTags: readonly { readonly Name: string; readonly Value: string }[];
  readonly ConfigurationSetName?: string;
}

export interface SesFake extends Fake {
  readonly sent: Sent[];
  readonly set: (how: Partial<Now>) => void;
}

const refusal = (status: number, words: string, kind = kindOf(status)): Reply => ({
  status,
  json: { message: words },
  headers: { "x-amzn-errortype": `${kind}:http://internal.amazon.com/coral/com.amazon.coral.service/` },
});

const kindOf = (status: number): string =>
  ({ 403: "AccessDeniedException", 429: "TooManyRequestsException" })[status] ??
  (status < 500 ? "BadRequestException" : "InternalFailure");

export async function sesFake(): Promise<SesFake> {
  const sent: Sent[] = [];
  const now: Now = { secretAccessKey: sesAccount.secretAccessKey, refuses: null, isTriedOut: false, isStopped: false };
  const answer = (asked: Asked): Reply => {
    if (!isSigned(asked, now.secretAccessKey)) return refusal(403, "It does not match.", "SignatureDoesNotMatch");
    if (asked.path === "/v2/email/account") {
      return { status: 200, json: { ProductionAccessEnabled: !now.isTriedOut, SendingEnabled: !now.isStopped } };
    }
    if (asked.method !== "POST" || asked.path !== "/v2/email/outbound-emails") return refusal(404, "Not found");
    if (now.refuses) return refusal(now.refuses[0], now.refuses[2], now.refuses[1]);
    sent.push(JSON.parse(asked.body));
    return { status: 200, json: { MessageId: `0102018f-${String(sent.length).padStart(12, "0")}` } };
  };
  const fake = await aFake({ answer, refusal: (status, words) => refusal(status, words) });
  return { ...fake, sent, set: (how) => void Object.assign(now, how) };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Signature Version 4, computed from the request received. */
function isSigned({ method, path, headers, body }: Asked, secret: string): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d+)\/([^/]+)\/ses\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, day = "", region = "", names = "", signature = ""] = form.exec(headers["authorization"] ?? "") ?? [];
  const lines = names.split(";").map((name) => `${name}:${(headers[name] ?? "").trim()}\n`);
  const canonical = [method, path, "", lines.join(""), names, sha256(body)].join("\n");
  const scope = `${day}/${region}/ses/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = ["ses", "aws4_request"].reduce(hmac, hmac(hmac(`AWS4${secret}`, day), region));
  return hmac(key, text).toString("hex") === signature;
}
