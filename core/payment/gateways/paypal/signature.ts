/**
 * Verifies that an event is PayPal's. The event contains the URL of the signing certificate: the URL is checked before
 * it is fetched, and the certificate before it is trusted. If it cannot be verified here, PayPal is asked.
 */
import { createVerify, X509Certificate } from "node:crypto";
import { getCACertificates } from "node:tls";
import { crc32 } from "node:zlib";
import * as z from "zod";
import type { Answer, Http } from "#core/provider/http";
import type { Inbound } from "#core/provider/inbound";
import { Ended, later, refused } from "#core/provider/outcome";
import { leadsHere, listWebhooks, type PayPalSettings, send } from "./api.ts";

export const signatureHeaders = [
  "paypal-transmission-id",
  "paypal-transmission-time",
  "paypal-transmission-sig",
  "paypal-cert-url",
  "paypal-auth-algo",
] as const;

interface Transmission {
  readonly id: string;
  readonly time: string;
  readonly signature: string;
  readonly certificateUrl: string;
  readonly algorithm: string;
}

/** Null if it cannot be PayPal's: a header is missing, or the certificate has another origin. */
export function transmissionIn({ headers }: Inbound, { server }: PayPalSettings): Transmission | null {
  const [id = "", time = "", signature = "", certificateUrl = "", algorithm = ""] = signatureHeaders.map(
    (name) => headers[name],
  );
  const isWhole = /^[\w-]{1,100}$/.test(id) && /^[\w:.+-]{1,50}$/.test(time) && /^[\w+/=]{1,1000}$/.test(signature);
  const isTheirs = isOfPayPal(certificateUrl, server === "live") && /^\w{1,50}$/.test(algorithm);
  return isWhole && isTheirs ? { id, time, signature, certificateUrl, algorithm } : null;
}

/**
 * Only the API's own certificates: any other address of PayPal's could be one that never answers, at which a forgery
 * would wait for a day. Anyone can get events signed in the sandbox, so its certificates are not accepted in live mode.
 */
function isOfPayPal(certificateUrl: string, isLive: boolean): boolean {
  const url = URL.parse(certificateUrl);
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false;
  if (url.search !== "" || !/^\/v1\/notifications\/certs\/[\w-]{1,200}$/.test(url.pathname)) return false;
  return (
    /^api(?:-m)?(?:\.sandbox)?\.paypal\.com$/.test(url.hostname) && !(isLive && url.hostname.includes(".sandbox."))
  );
}

const certificateKeptSeconds = 24 * 3_600;

/**
 * Whether it was signed for the webhook in the settings, or for another that leads here: one that was deleted and added
 * again has a new id. @throws Ended as later if PayPal cannot be reached.
 */
export async function isPayPals(
  http: Http,
  given: PayPalSettings,
  sent: Transmission,
  inbound: Inbound,
): Promise<boolean> {
  const pem = await http.remember(sent.certificateUrl, () => fetched(http, sent.certificateUrl)).catch(noneIfAway);
  const chain = sent.algorithm === "SHA256withRSA" ? trustedChain(pem) : null;
  const [leaf] = chain ?? [];
  const isValid = chain?.every((link) => link.validFromDate <= inbound.at && inbound.at <= link.validToDate);
  const isSignedFor = async (webhookId: string): Promise<boolean> => {
    if (!leaf || !isValid) return isConfirmed(http, given, sent, webhookId, inbound.body);
    const text = [sent.id, sent.time, webhookId, crc32(inbound.body)].join("|");
    return createVerify("RSA-SHA256").update(text).verify(leaf.publicKey, sent.signature, "base64");
  };
  if (await isSignedFor(given.webhookId)) return true;
  const { ids, isRecent } = await otherWebhooks(http, given, inbound);
  for (const id of ids) if (await isSignedFor(id)) return true;
  if (!isRecent) throw new Ended(later("It may be signed for a webhook that was added after PayPal was last asked."));
  return false;
}

/**
 * What is kept for 62 seconds is used for two: anyone can cause the question, with a signature that does not fit. An
 * event that is received meanwhile waits, because its webhook may be newer than the answer; for two seconds, too, so
 * that PayPal can be asked again then: forgeries take the places of genuine events as long as they wait.
 */
const webhooksKeptSeconds = 62;

/** @throws Ended as refused if the app has no webhook with the id in the settings. */
export async function requireWebhook(http: Http, given: PayPalSettings): Promise<void> {
  const webhooks = await listWebhooks(http, given);
  if (webhooks.some(({ id }) => id === given.webhookId)) return;
  const here = webhooks.filter(leadsHere).map(({ id }) => `The one with this store's address is ${id}.`);
  throw new Ended(refused("settings", ["The app has no webhook with this id.", ...here].join(" ")));
}

/**
 * The ids of the app's webhooks that lead here, other than the one in the settings, and whether PayPal was asked for them
 * after the event was received.
 */
async function otherWebhooks(http: Http, given: PayPalSettings, { at }: Inbound) {
  let isAskedNow = false;
  const text = await http.remember(`webhooks of ${given.clientId} at ${given.server}`, async () => {
    isAskedNow = true;
    const askedAt = Date.now();
    const webhooks = await listWebhooks(http, given).catch(noneIfRefused);
    const ids = webhooks.filter(leadsHere).map(({ id }) => id);
    return { text: [askedAt, ...ids].join(" "), forSeconds: webhooksKeptSeconds };
  });
  const [askedAt, ...ids] = text.split(" ");
  return { ids: ids.filter((id) => id !== given.webhookId), isRecent: isAskedNow || Number(askedAt) >= at.getTime() };
}

/** PayPal would not list them later either. With other settings it may. */
function noneIfRefused(error: unknown): Awaited<ReturnType<typeof listWebhooks>> {
  const refusal = error instanceof Ended && error.outcome.is === "refused" ? error.outcome.code : "credentials";
  if (refusal === "credentials" || refusal === "settings") throw error;
  return [];
}

async function fetched(http: Http, url: string) {
  const answer = await http.send({ method: "GET", url, headers: { accept: "*/*" } });
  if (answer.status === 200) return { text: answer.bytes.toString("utf8"), forSeconds: certificateKeptSeconds };
  const says = `PayPal's certificate could not be fetched: ${answer.status}.`;
  throw new Ended(isFinal(answer) ? refused("unsigned", says) : later(says));
}

/** The certificates have a server of their own: the API may be reached even so, and is asked. */
function noneIfAway(error: unknown): string {
  if (error instanceof Ended && error.outcome.is !== "refused") return "";
  throw error;
}

/** PayPal will not answer otherwise later: it knows of no such certificate, or cannot read the signature. */
const isFinal = ({ status }: Answer): boolean => status === 400 || status === 404 || status === 410 || status === 422;

const linksMax = 6;
const pems = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const believedMax = 20;
const believed = new Map<string, readonly X509Certificate[]>();

/** The file's certificates from the first, which must be PayPal's, to one issued by an authority trusted here. */
function trustedChain(pem: string): readonly X509Certificate[] | null {
  const known = believed.get(pem);
  if (known) return known;
  const [leaf, ...others] = (pem.match(pems) ?? []).slice(0, linksMax).flatMap(certificateIn);
  if (!leaf || !/^CN=(?:[\w-]+\.)+paypal\.com$/m.test(leaf.subject)) return null;
  const anchors = getCACertificates("default").map((text) => new X509Certificate(text));
  const isAnchored = (link: X509Certificate) =>
    anchors.some((anchor) => anchor.fingerprint256 === link.fingerprint256 || isIssuedBy(link, anchor));
  const chain = [leaf];
  for (let link = leaf; !isAnchored(link); chain.push(link)) {
    const above = others.find((other) => other.ca && !chain.includes(other) && isIssuedBy(link, other));
    if (!above) return null;
    link = above;
  }
  if (believed.size >= believedMax) believed.clear();
  believed.set(pem, chain);
  return chain;
}

function certificateIn(text: string): X509Certificate[] {
  try {
    return [new X509Certificate(text)];
  } catch {
    return [];
  }
}

const isIssuedBy = (link: X509Certificate, above: X509Certificate): boolean =>
  link.checkIssued(above) && link.verify(above.publicKey);

/** Asks PayPal to verify it. The signature covers the raw bytes, so they are sent back unchanged. */
async function isConfirmed(
  http: Http,
  given: PayPalSettings,
  sent: Transmission,
  webhookId: string,
  body: Buffer,
): Promise<boolean> {
  const about = JSON.stringify({
    auth_algo: sent.algorithm,
    cert_url: sent.certificateUrl,
    transmission_id: sent.id,
    transmission_sig: sent.signature,
    transmission_time: sent.time,
    webhook_id: webhookId,
  });
  const answer = await send(http, given, {
    method: "POST",
    path: "/v1/notifications/verify-webhook-signature",
    body: { jsonText: `${about.slice(0, -1)},"webhook_event":${body.toString("utf8")}}` },
  });
  if (isFinal(answer)) return false;
  if (answer.status !== 200) throw new Ended(later(`PayPal could not be asked about the signature: ${answer.status}.`));
  return answer.as(z.object({ verification_status: z.string() })).verification_status === "SUCCESS";
}
