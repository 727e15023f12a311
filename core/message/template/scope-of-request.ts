/** The data for a message requested by a change, as recorded then, formatted. */
import * as z from "zod";
import { money } from "#core/contract/kit/fields";
import type { Store } from "#core/contract/store";
import type { EventName } from "#core/contract/values/events";
import type { MessageKind } from "#core/contract/values/message-kinds";
import type { ScopeOf } from "#core/contract/values/message-variables";
import { eventDataIn, type Pictures, pageAt, scopeOfOrder, shopOf } from "./scope-of-order.ts";
import { wordsOf } from "./words.ts";

const PaymentLinkRequest = z.object({
  told: z.unknown(),
  payment: z.object({ amount: money, url: z.string(), expiresAt: z.string().nullable() }),
});

const Invited = z.object({ name: z.string(), role: z.string(), invitedBy: z.string(), expiresAt: z.string() });
const Reset = z.object({ name: z.string(), sentBy: z.string(), expiresAt: z.string() });
const EmailChanged = z.object({ name: z.string(), changedBy: z.string(), at: z.string() });
const Dead = z.object({ endpointId: z.string(), url: z.string(), dead: z.int(), lastError: z.string().nullable() });
const Low = z.object({
  lines: z.array(z.object({ title: z.string(), sku: z.string(), available: z.int(), threshold: z.int() })),
  more: z.string(),
});

const Reported = z.object({
  ...{ queryId: z.string(), name: z.string(), description: z.string(), day: z.string(), failed: z.string() },
  columns: z.array(z.object({ name: z.string(), type: z.string() })).default([]),
  rows: z.array(z.array(z.string().nullable())).default([]),
  ...{ rowCount: z.int().default(0), more: z.boolean().default(false), cut: z.boolean().default(false) },
});

/** The products that the message shows. */
export function productIdsIn(kind: MessageKind, given: unknown): string[] {
  if (kind !== "payment.requested") return [];
  return eventDataIn(PaymentLinkRequest.parse(given).told).lines.map(({ productId }) => productId);
}

/** @param link the placeholder for a link that grants access. @throws for a kind that no change requests */
export function scopeOfRequest(
  kind: MessageKind,
  given: unknown,
  link: string | undefined,
  store: Store,
  pictures: Pictures,
): object {
  const [shop, words] = [shopOf(store), wordsOf(store)];
  switch (kind) {
    case "payment.requested": {
      const { told, payment } = PaymentLinkRequest.parse(given);
      return {
        ...scopeOfOrder(eventDataIn(told), store, pictures),
        payment: { amount: words.money(payment.amount), url: payment.url, expiresOn: words.day(payment.expiresAt) },
      } satisfies ScopeOf<"payment.requested">;
    }
    case "staff.invited": {
      const { name, role, invitedBy, expiresAt } = Invited.parse(given);
      const invitation = { name, role, invitedBy, link: link ?? "", expiresOn: words.day(expiresAt) };
      return { shop, invitation } satisfies ScopeOf<"staff.invited">;
    }
    case "staff.passwordReset": {
      const { name, sentBy, expiresAt } = Reset.parse(given);
      const reset = { name, sentBy, link: link ?? "", expiresOn: words.day(expiresAt) };
      return { shop, reset } satisfies ScopeOf<"staff.passwordReset">;
    }
    case "staff.emailChanged": {
      const { name, changedBy, at } = EmailChanged.parse(given);
      const change = { name, changedBy, changedOn: words.day(at) };
      return { shop, change } satisfies ScopeOf<"staff.emailChanged">;
    }
    case "webhook.dead": {
      const { endpointId, url, dead, lastError } = Dead.parse(given);
      const adminUrl = pageAt(`/settings/webhooks/${endpointId}`);
      const endpoint = { url, dead: String(dead), lastError: lastError ?? "", adminUrl };
      return { shop, endpoint } satisfies ScopeOf<"webhook.dead">;
    }
    case "stock.low": {
      const { lines, more } = Low.parse(given);
      const written = lines.map(({ available, threshold, ...line }) => ({
        ...{ ...line, available: String(available), threshold: String(threshold) },
      }));
      const stock = { lines: written, more, adminUrl: pageAt("/stock/low") };
      return { shop, stock } satisfies ScopeOf<"stock.low">;
    }
    case "report.scheduled": {
      const { queryId, name, description, day, failed, ...found } = Reported.parse(given);
      const columns = found.columns.map((column) => ({
        ...{ name: column.name, align: column.type === "number" ? "right" : "left" },
      }));
      const rows = found.rows.map((row) => ({
        cells: row.map((text, at) => ({ text: text ?? "", align: columns[at]?.align ?? "left" })),
      }));
      const rowsInFile = found.rowCount === 1 ? "row" : `${found.rowCount.toLocaleString("en-US")} rows`;
      const inFile = found.cut ? `the first ${rowsInFile}` : "all of it";
      const more = found.more ? `The file has ${inFile}.` : "";
      // It is a day already, in the store's time zone.
      const dayInWords = wordsOf({ ...store, timeZone: "UTC" }).day(day);
      const report = {
        ...{ name, description, day: dayInWords, columns, rows, more, failed },
        ...{ rowCount: String(found.rowCount), adminUrl: pageAt(`/reports/sql/${queryId}`) },
      };
      return { shop, report } satisfies ScopeOf<"report.scheduled">;
    }
    default:
      throw new Error(`no change requests messages of ${kind satisfies EventName}`);
  }
}
