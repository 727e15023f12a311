/**
 * MSG91's delivery receipts: they are not signed, so the URL contains a token. Two of the three formats contain the id
 * of our request; the third does not, and is kept as not understood.
 */
import * as z from "zod";
import { admitToken, eventIdOf, type Inbound, idOfParts, jsonIn, type Receives } from "#core/provider/inbound";
import { done, Ended, refused } from "#core/provider/outcome";
import type { Receipt, Receipts } from "../sender.ts";
import type { Msg91Settings } from "./settings.ts";

export const receives: Receives<Msg91Settings, Receipts> = {
  // Delivery reports are a single switch there.
  events: [],
  keeps: [],
  admit({ webhookToken }, inbound) {
    admitToken(webhookToken, inbound.query?.["token"]);
    const { data } = Flat.safeParse(jsonIn(inbound));
    return eventIdOf(inbound, data && idOfParts(data.requestId, data.number, data.status));
  },
  async read(_http, _given, inbound) {
    const payload = jsonIn(inbound) ?? jsonInForm(inbound);
    const flat = Flat.safeParse(payload);
    const reports = flat.success ? [flat.data] : reportsIn(payload);
    return done({ at: inbound.at, receipts: reports.flatMap((report) => receiptOf(report) ?? []) });
  },
};

const code = z.union([z.string(), z.number()]).transform(String);
/** They are no reason not to read the rest. */
const other = code.nullish().catch(null);
const id = code.refine((text) => text !== "");

/** There is also `CRQID`, which is "0" for everyone who sends none, so it is not used. */
const Report = z.object({ number: other, status: code, desc: other, failedReason: other });
const Flat = Report.extend({ requestId: id });
const Batch = z.object({ requestId: id, report: z.array(z.unknown()) });

/** An unreadable report does not affect the others. @throws if none is readable */
function reportsIn(payload: unknown): z.output<typeof Flat>[] {
  const all = z
    .array(z.unknown())
    .parse(payload)
    .flatMap((batch) => {
      const { requestId, report } = Batch.safeParse(batch).data ?? { report: [null] };
      return report.map((one) => Flat.safeParse({ ...Object(one), requestId }).data);
    });
  const reports = all.filter((report) => report !== undefined);
  if (reports.length === 0 && all.length > 0) throw new Ended(refused("odd", "No report in it names its request."));
  return reports;
}

interface Known {
  readonly status: Receipt["status"];
  readonly blocks?: NonNullable<Receipt["blocks"]>;
  /** What the code means, if no reason is given. */
  readonly says?: string;
}

/** By MSG91's codes; the others are not final. */
const statuses: Readonly<Record<string, Known>> = {
  1: { status: "delivered" },
  2: { status: "failed" },
  9: {
    ...{ status: "failed", blocks: "optedOut" },
    says: "The recipient has opted out: the number is on the do-not-disturb register.",
  },
  // The text or the sender id is not the registered one: other messages may arrive.
  16: { status: "failed" },
  17: { status: "failed", blocks: "address" },
  25: { status: "failed" },
};

function receiptOf({ requestId, status: word, desc, failedReason }: z.output<typeof Flat>): Receipt | undefined {
  const known = Object.hasOwn(statuses, word) ? statuses[word] : undefined;
  if (!known) return undefined;
  const { status, blocks = null, says } = known;
  return { sentId: requestId, status, says: status === "failed" ? failedReason || says || desc || "" : "", blocks };
}

/** The older format is JSON in a form field. */
const jsonInForm = ({ body, ...inbound }: Inbound): unknown =>
  jsonIn({ ...inbound, body: Buffer.from(new URLSearchParams(body.toString("utf8")).get("data") ?? "") });
