/** Imitates Stripe's API: forms in, JSON out, keys that repeat their first answer, faults included. */
import { type Asked, aFake, type Fake, type Reply } from "./server.ts";

export const stripeKey = "sk_test_51AbcDef0123456789";

interface Payment {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  refunded: number;
  disputed: boolean;
}

interface Refund {
  readonly id: string;
  readonly payment_intent: string;
  readonly amount: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly status: string;
}

interface Session {
  readonly id: string;
  readonly client_reference_id: string;
  /** In seconds; that of the payment as well, however often it was tried. */
  readonly created: number;
  status: "open" | "complete" | "expired";
  /** Complete, with a voucher that the customer has not paid. */
  hasVoucher?: boolean;
  /** What the customer has to do next, if not to pay the voucher. */
  nextAction?: string;
  /** Complete, with a bank debit that is under way or has failed. */
  debit?: "processing" | "requires_payment_method";
  readonly form: URLSearchParams;
}

interface Dispute {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface StripeFake extends Fake {
  readonly payments: Map<string, Payment>;
  readonly refunds: Refund[];
  readonly sessions: Session[];
  readonly disputes: Dispute[];
  /** The result of the next refund, and which credentials are accepted. */
  readonly set: (how: {
    refundStatus?: string;
    balance?: number;
    key?: string;
    restricted?: boolean;
    paymentsHidden?: boolean;
  }) => void;
}

const error = (status: number, type: string, message: string, more: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  json: { error: { type, message, ...more } },
});
const invalid = (message: string, more: Readonly<Record<string, string>> = {}, status = 400) =>
  error(status, "invalid_request_error", message, more);

export async function stripeFake(): Promise<StripeFake> {
  const payments = new Map<string, Payment>([
    ["pi_1", { id: "pi_1", amount: 5000, currency: "usd", refunded: 0, disputed: false }],
  ]);
  const refunds: Refund[] = [];
  const sessions: Session[] = [];
  const disputes: Dispute[] = [];
  const now = {
    refundStatus: "succeeded",
    balance: 1_000_000,
    key: stripeKey,
    restricted: false,
    paymentsHidden: false,
  };

  const shownRefund = ({ id, payment_intent, amount, metadata, status }: Refund) => ({
    id,
    object: "refund",
    amount,
    balance_transaction: null,
    charge: payment_intent.replace("pi_", "ch_"),
    created: 1_700_000_000,
    currency: payments.get(payment_intent)?.currency ?? "usd",
    metadata,
    payment_intent,
    reason: null,
    receipt_number: null,
    status,
    ...(status === "failed" && { failure_reason: "expired_or_canceled_card" }),
  });
  const shownSession = ({ id, client_reference_id, created, status, form, hasVoucher, debit }: Session) => ({
    id,
    object: "checkout.session",
    amount_total: Number(form.get("line_items[0][price_data][unit_amount]")),
    client_reference_id,
    created,
    currency: form.get("line_items[0][price_data][currency]"),
    expires_at: Number(form.get("expires_at")),
    metadata: metadataIn(form),
    mode: "payment",
    payment_intent: status === "complete" ? client_reference_id.replace("prq_", "pi_") : null,
    payment_status: status === "complete" && !hasVoucher && !debit ? "paid" : "unpaid",
    status,
    url: status === "open" ? `https://checkout.stripe.com/c/pay/${id}` : null,
  });
  /** Newest first, starting after an id. */
  const listed = <Item extends { readonly id: string }>(
    items: readonly Item[],
    { query, path }: Asked,
    show: (one: Item) => unknown,
  ) => {
    const newest = items.toReversed();
    const from = newest.findIndex(({ id }) => id === query.get("starting_after")) + 1;
    const limit = Number(query.get("limit") ?? 10);
    const data = newest.slice(from, from + limit).map(show);
    return { status: 200, json: { object: "list", url: path, has_more: newest.length > from + limit, data } };
  };

  const refund = (form: URLSearchParams): Reply => {
    const payment = payments.get(form.get("payment_intent") ?? "");
    const named = form.get("payment_intent") ?? form.get("charge") ?? "";
    if (!payment)
      return invalid(`No such payment_intent: '${named}'`, { code: "resource_missing", param: "payment_intent" }, 404);
    const left = payment.amount - payment.refunded;
    const amount = Number(form.get("amount") ?? left);
    if (payment.disputed) return invalid("This charge has been charged back.", { code: "charge_disputed" });
    if (left === 0) return invalid("Charge ch_1 has already been refunded.", { code: "charge_already_refunded" });
    if (amount > left) {
      return invalid(`Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${left / 100})`, {
        param: "amount",
      });
    }
    if (amount > now.balance)
      return invalid("Insufficient funds in your Stripe balance.", { code: "insufficient_funds" });
    const made = {
      id: `re_${refunds.length + 1}`,
      payment_intent: payment.id,
      amount,
      metadata: metadataIn(form),
      status: now.refundStatus,
    };
    if (made.status !== "failed") payment.refunded += amount;
    refunds.push(made);
    return { status: 200, json: shownRefund(made) };
  };

  const answer = (asked: Asked): Reply => {
    const { method, path, query, headers } = asked;
    if (headers["authorization"] !== `Bearer ${now.key}`)
      return invalid("Invalid API Key provided: sk_test_****", {}, 401);
    if (now.restricted) return invalid("The provided key does not have the required permissions.", {}, 403);
    const form = new URLSearchParams(asked.body);
    const route = `${method} ${path.replace(/cs_\w+/, "{id}")}`;
    const session = sessions.find(({ id }) => path.includes(id));
    if (route === "POST /v1/refunds") return refund(form);
    if (route === "GET /v1/refunds") {
      const of = refunds.filter(({ payment_intent }) => [null, payment_intent].includes(query.get("payment_intent")));
      return listed(of, asked, shownRefund);
    }
    if (route === "POST /v1/checkout/sessions") {
      const made: Session = {
        id: `cs_test_${sessions.length + 1}`,
        client_reference_id: form.get("client_reference_id") ?? "",
        created: Math.floor(Date.now() / 1_000),
        status: "open",
        form,
      };
      sessions.push(made);
      return { status: 200, json: shownSession(made) };
    }
    if (route === "GET /v1/checkout/sessions") return listed(sessions, asked, shownSession);
    if (route === "GET /v1/disputes") return listed(disputes, asked, (one) => one);
    const [, intent] = /^GET \/v1\/payment_intents\/(\w+)$/.exec(route) ?? [];
    const paying = sessions.find(({ client_reference_id }) => client_reference_id.replace("prq_", "pi_") === intent);
    if (paying) {
      if (now.paymentsHidden) return invalid("The provided key does not have the required permissions.", {}, 403);
      const status = paying.debit ?? (paying.hasVoucher ? "requires_action" : "succeeded");
      const last_payment_error =
        paying.debit === "requires_payment_method"
          ? { type: "card_error", code: "payment_method_provider_decline", message: "The bank has returned it." }
          : null;
      const amount = Number(paying.form.get("line_items[0][price_data][unit_amount]"));
      const currency = paying.form.get("line_items[0][price_data][currency]");
      const of = { id: intent, object: "payment_intent", amount, amount_received: 0, currency, livemode: false };
      const next_action = status === "requires_action" ? { type: paying.nextAction ?? "boleto_display_details" } : null;
      const failure = { last_payment_error, next_action };
      return { status: 200, json: { ...of, ...failure, status, created: paying.created, metadata: {} } };
    }
    if (!session) return invalid(`Unrecognized request URL (${method}: ${path}).`, { code: "resource_missing" }, 404);
    if (route === "POST /v1/checkout/sessions/{id}/expire") {
      if (session.status !== "open") {
        return invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
      }
      session.status = "expired";
    }
    return { status: 200, json: shownSession(session) };
  };

  const fake = await aFake({
    answer,
    keyOf: ({ headers }) => headers["idempotency-key"],
    refusal: (status, words) => {
      const type = status >= 500 ? "api_error" : status === 409 ? "idempotency_error" : "invalid_request_error";
      return error(status, type, words, status === 429 ? { code: "rate_limit" } : {});
    },
    mismatch: error(
      400,
      "idempotency_error",
      "Keys for idempotent requests can only be used with the same parameters.",
    ),
    again: (reply) => ({ ...reply, headers: { "idempotent-replayed": "true" } }),
    keepsFaults: true,
  });
  return { ...fake, payments, refunds, sessions, disputes, set: (how) => void Object.assign(now, how) };
}

function metadataIn(form: URLSearchParams): Record<string, string> {
  const entries = [...form].map(([name, value]) => [/^metadata\[(\w+)\]$/.exec(name)?.[1], value] as const);
  return Object.fromEntries(entries.filter(([name]) => name !== undefined));
}
