/** Twilio's receipts: a form for each status, signed together with the URL that it is sent to. */
import { createHmac } from "node:crypto";
import { eventIdOf, type Inbound, idOfParts, type Receives, sameText, unsigned } from "#core/provider/inbound";
import { done, Ended, refused } from "#core/provider/outcome";
import type { Receipt, Receipts } from "../sender.ts";
import { blockedBy, isTemporary, type TwilioSettings } from "./api.ts";

/** Twilio sends some hundred bytes. Anyone may send forms, and sorting large ones takes a fifth of a second each. */
const bytesMax = 16 * 1024;

export const receives: Receives<TwilioSettings, Receipts> = {
  // Each message contains the URL: nothing has to be configured at Twilio.
  events: [],
  keeps: [],
  admit({ authToken }, inbound) {
    if (inbound.body.length > bytesMax) throw unsigned();
    const given = inbound.headers["x-twilio-signature"] ?? "";
    const fields = fieldsOf(inbound);
    const signed = [...fields.keys()]
      .toSorted()
      .flatMap((name) => [...(fields.get(name) ?? [])].toSorted().map((value) => name + value))
      .join("");
    const fits = (address: string) =>
      sameText(
        given,
        createHmac("sha1", authToken)
          .update(address + signed)
          .digest("base64"),
      );
    if (!addressesOf(inbound).some(fits)) throw unsigned();
    return eventIdOf(inbound, idOfParts(...idAndStatus(fields)));
  },
  async read(_http, _given, inbound) {
    const receipt = receiptOf(fieldsOf(inbound));
    return done({ at: inbound.at, receipts: receipt ? [receipt] : [] });
  },
};

/** Null while it is still at Twilio, or of which a part has arrived, and for one that was received from a customer. */
const statuses: Readonly<Record<string, Receipt["status"] | null>> = {
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "failed",
  failed: "failed",
  canceled: "failed",
  ...{ accepted: null, scheduled: null, queued: null, sending: null, partially_delivered: null },
  ...{ receiving: null, received: null },
};

/** @throws Ended as refused for one that does not say how which message fared */
function receiptOf(fields: FormFields): Receipt | undefined {
  const [sentId, told, code] = [...idAndStatus(fields), first(fields, "ErrorCode")];
  const word = told?.toLowerCase() ?? "";
  const status = Object.hasOwn(statuses, word) ? statuses[word] : undefined;
  if (status === null) return undefined;
  if (!status) throw new Ended(refused("odd", `It has ${told ? `an unknown status, ${told}` : "no status"}.`));
  if (!sentId) throw new Ended(refused("odd", "It does not name its message."));
  if (status !== "failed") return { sentId, status, says: "", blocks: null };
  const blocks = blockedBy(Number(code));
  const inWords = blocks === "optedOut" ? `The recipient has opted out (error ${code}).` : code ? `Error ${code}.` : "";
  const says = first(fields, "ErrorMessage") ?? inWords;
  return { sentId, status, says, blocks, ...(isTemporary(Number(code)) && { isTemporary: true }) };
}

/** The distinct values of a field. */
type FormFields = ReadonlyMap<string, ReadonlySet<string>>;

function fieldsOf({ body }: Inbound): FormFields {
  const fields = new Map<string, Set<string>>();
  for (const [name, value] of new URLSearchParams(body.toString("utf8"))) {
    fields.set(name, (fields.get(name) ?? new Set()).add(value));
  }
  return fields;
}

/** By their names, or the former ones. */
const idAndStatus = (fields: FormFields) => [
  first(fields, "MessageSid") || first(fields, "SmsSid"),
  first(fields, "MessageStatus") || first(fields, "SmsStatus"),
];

const first = (fields: FormFields, name: string): string | undefined => fields.get(name)?.values().next().value;

/** Twilio signs the URL sometimes with the port and sometimes without, even for default ports. */
function addressesOf({ address = "" }: Inbound): string[] {
  const url = URL.parse(address);
  const parts = /^(https?:\/\/[^\/?#:]+)(?::\d+)?([\/?#].*)?$/v.exec(address);
  if (!url || !parts) return [];
  const [, before = "", after = ""] = parts;
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return [`${before}${after}`, `${before}:${port}${after}`];
}
