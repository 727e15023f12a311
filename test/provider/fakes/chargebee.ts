/** Imitates Chargebee's API: forms in, JSON under the resource's name out, keys that are kept for half an hour. */
import { type Asked, aFake, basicIn, type Fake, type Reply } from "./server.ts";

export const chargebeeKey = "test_Zk9mQ2x7Lw0sT4vB8nC1";

interface HostedPage {
  readonly id: string;
  readonly form: URLSearchParams;
  state: "created" | "requested" | "succeeded" | "cancelled" | "acknowledged";
  /** Of its invoice, as they were when the customer checked out. */
  paidBy: readonly PaidBy[];
}

interface PaidBy {
  readonly txn_id: string;
  readonly txn_status: string;
  readonly txn_date?: number;
  readonly applied_amount: number;
}

interface Transaction {
  readonly status: string;
  readonly error_text?: string;
  readonly type?: string;
  readonly amount?: number;
  readonly currency_code?: string;
  readonly reference_transaction_id?: string;
  readonly refunded_txn_id?: string;
  readonly date?: number;
  readonly updated_at?: number;
}

interface ShownEvent {
  readonly id?: string;
  readonly event_type: string;
  readonly occurred_at: number;
  readonly content?: unknown;
}

export interface ChargebeeFake extends Fake {
  readonly pages: HostedPage[];
  /** By id; Chargebee does not know any others. */
  readonly events: Map<string, ShownEvent>;
  /** What has become of them since. */
  readonly transactions: Map<string, Transaction>;
  /** The customer checks out. */
  readonly checkOut: (page: HostedPage, ...paidBy: readonly PaidBy[]) => void;
  readonly set: (how: { key?: string; siteIsGone?: boolean; restricted?: boolean; expiresAt?: number }) => void;
}

const error = (status: number, type: string, code: string, message: string): Reply => ({
  status,
  json: { message, type, api_error_code: code, error_code: code, error_msg: message, http_status_code: status },
});

export async function chargebeeFake(): Promise<ChargebeeFake> {
  const pages: HostedPage[] = [];
  const events: ChargebeeFake["events"] = new Map();
  const transactions: ChargebeeFake["transactions"] = new Map();
  const checkOut: ChargebeeFake["checkOut"] = (page, ...paidBy) => {
    Object.assign(page, { state: "succeeded", paidBy });
    for (const { txn_id, txn_status } of paidBy) transactions.set(txn_id, { status: txn_status });
  };
  const now = { key: chargebeeKey, siteIsGone: false, restricted: false, expiresAt: 1_763_643_600 };

  const invoiceOf = ({ form, paidBy }: HostedPage) => ({
    id: "INV-1",
    currency_code: form.get("currency_code"),
    po_number: form.get("invoice[po_number]"),
    total: Number(form.get("charges[amount][0]")),
    linked_payments: paidBy.map((one) => ({ txn_date: 1_763_636_400, ...one, txn_amount: one.applied_amount + 500 })),
  });
  const shown = (page: HostedPage) => ({
    hosted_page: {
      id: page.id,
      object: "hosted_page",
      type: "checkout_one_time",
      url: `https://acme-test.chargebee.com/pages/v4/${page.id}/`,
      state: page.state,
      embed: false,
      pass_thru_content: page.form.get("pass_thru_content"),
      created_at: 1_763_632_800,
      expires_at: now.expiresAt,
      ...(["succeeded", "acknowledged"].includes(page.state) && { content: { invoice: invoiceOf(page) } }),
    },
  });

  const answer = (asked: Asked): Reply => {
    if (basicIn(asked) !== `${now.key}:`) {
      return error(401, "untyped", "api_authentication_failed", "Sorry, authentication failed. Invalid api key");
    }
    if (now.siteIsGone) return error(404, "invalid_request", "site_not_found", "The site is not found");
    const { method, path, query, body } = asked;
    const [, , , family, id = ""] = path.split("/");
    if (method === "POST" && path === "/api/v2/hosted_pages/checkout_one_time_for_items") {
      const form = new URLSearchParams(body);
      const made: HostedPage = { id: `vSw1fcu5z${pages.length}`, form, state: "created", paidBy: [] };
      pages.push(made);
      return { status: 200, json: shown(made) };
    }
    const page = pages.find((one) => one.id === id);
    if (family === "hosted_pages" && page) return { status: 200, json: shown(page) };
    const shownTransaction = (transactionId: string, transaction: Transaction) => {
      const kind = { type: "payment", payment_method: "direct_debit", gateway: "stripe", currency_code: "USD" };
      return { transaction: { id: transactionId, ...kind, date: 1_763_636_400, ...transaction } };
    };
    if (family === "transactions" && now.restricted)
      return error(403, "untyped", "api_authorization_failed", "Sorry, the key is not authorized for this operation.");
    const among = (name: string, value: string) => {
      const [is, isIn] = [query.get(`${name}[is]`), query.get(`${name}[in]`)];
      return is === null ? !isIn || (JSON.parse(isIn) as string[]).includes(value) : is === value;
    };
    /** The latest first, by this time. */
    const listed = <One>(
      all: readonly One[],
      time: string,
      timeOf: (one: One) => number,
      show: (one: One) => unknown,
    ) => {
      const found = all.filter((one) => timeOf(one) > Number(query.get(`${time}[after]`)));
      if (query.get("sort_by[desc]") === time) found.sort((one, other) => timeOf(other) - timeOf(one));
      const from = Number(query.get("offset") ?? 0);
      const to = from + Number(query.get("limit") ?? 10);
      const list = found.slice(from, to).map(show);
      return { status: 200, json: { list, ...(found.length > to && { next_offset: String(to) }) } };
    };
    if (family === "transactions" && id === "") {
      const found = [...transactions].filter(
        ([, { type = "payment", status }]) => among("type", type) && among("status", status),
      );
      return listed(
        found,
        "updated_at",
        ([, one]) => one.updated_at ?? 0,
        (one) => shownTransaction(...one),
      );
    }
    const transaction = transactions.get(id);
    if (family === "transactions" && transaction) return { status: 200, json: shownTransaction(id, transaction) };
    if (family === "events" && id === "") {
      const found = [...events.values()].filter(({ event_type }) => among("event_type", event_type));
      return listed(
        found,
        "occurred_at",
        (one) => one.occurred_at,
        (one) => ({ event: one }),
      );
    }
    const event = events.get(id);
    if (family === "events" && event) return { status: 200, json: { event } };
    return error(404, "invalid_request", "resource_not_found", `${id} not found`);
  };

  const fake = await aFake({
    answer,
    keyOf: ({ headers }) => headers["chargebee-idempotency-key"],
    refusal: (status, words) => error(status, "operation_failed", "internal_error", words),
    again: (reply) => ({ ...reply, headers: { "chargebee-idempotency-replayed": "true" } }),
  });
  return { ...fake, pages, events, transactions, checkOut, set: (how) => void Object.assign(now, how) };
}
