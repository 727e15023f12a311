/**
 * Imitates PayPal's API: access tokens, orders that are approved and captured, refunds of captures, reasons in
 * `details[].issue`.
 */
import { type Asked, aFake, basicIn, type Fake, type Reply } from "./server.ts";

export const paypalApp = {
  clientId: "AYSq3RDGsmBLJE-otTkBtM",
  clientSecret: "EGnHDxD_qRPdaLdZz8iCr8N7_MzF-YHPTkjs6NKYQvQSBngp",
};
export const paypalToken = "A21AAFEpH4PsADK7qSS7pSRsgzfENtu-Q1ysgEDVDESseMHBYXVJYE8ovjj68";
export const paypalWebhookId = "1JE4291016473214C";
export const paypalCapture = "2GG279541U471931P";
const capturedOrder = "5O190127TN364715T";

interface Capture {
  readonly id: string;
  readonly value: number;
  readonly orderId: string;
  refunded: number;
}

interface Refund {
  readonly id: string;
  readonly captureId: string;
  readonly status: string;
  readonly said: { readonly amount: Money; readonly custom_id: string; readonly invoice_id: string };
}

interface Order {
  readonly id: string;
  readonly units: readonly unknown[];
  status: "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED";
}

interface Money {
  readonly currency_code: string;
  readonly value: string;
}

/** In PayPal's form, each with an id, the oldest first. */
interface Dispute {
  readonly dispute_id: string;
  /** It is only listed. */
  readonly gone?: true;
  readonly [field: string]: unknown;
}

export interface PayPalFake extends Fake {
  readonly disputes: Dispute[];
  readonly captures: Map<string, Capture>;
  readonly refunds: Refund[];
  readonly orders: Map<string, Order>;
  /** Captures made by us. */
  readonly taken: () => number;
  /** The customer approves the order. */
  readonly approve: (orderId: string) => void;
  /** Served at the URL that comes with an event; none unless set. */
  readonly certificates: string[];
  /** Invalidates all tokens, as if PayPal had restarted. */
  readonly forgetTokens: () => void;
  readonly set: (how: {
    issue?: string;
    /** The app may not read disputes. */
    restricted?: boolean;
    secret?: string;
    refundStatus?: string;
    captureStatus?: string;
    /** Why captures are pending. */
    captureReason?: string;
    /** Of captures. */
    currency?: string;
    hooks?: string[];
    hookUrl?: string;
    /** When PayPal says that it has made an order; if empty, it does not say. */
    orderTime?: string;
    /** PayPal's answer when asked about a signature. */
    verdict?: "SUCCESS" | "FAILURE";
    /** Other than 200 it is an error of PayPal's instead. */
    verdictStatus?: number;
  }) => void;
}

const links = [{ href: "https://developer.paypal.com/api/rest/reference/orders/v2/errors/", rel: "information_link" }];
const error = (status: number, name: string, message: string, issue?: string, description?: string): Reply => ({
  status,
  json: { name, message, debug_id: "90957fca61718", ...(issue && { details: [{ issue, description }] }), links },
});
const notFound = error(
  404,
  "RESOURCE_NOT_FOUND",
  "The specified resource does not exist.",
  "INVALID_RESOURCE_ID",
  "Specified resource ID does not exist. Please check the resource ID and try again.",
);
const notKnown = error(
  401,
  "AUTHENTICATION_FAILURE",
  "Authentication failed due to missing authorization header, or invalid authentication credentials.",
);

/** The reasons that PayPal documents for captures and refunds, in its words. */
const reasons: Readonly<Record<string, string>> = {
  CAPTURE_FULLY_REFUNDED: "The capture has already been fully refunded",
  REFUND_AMOUNT_EXCEEDED:
    "The refund amount must be less than or equal to the capture amount that has not yet been refunded.",
  REFUND_NOT_ALLOWED: "Capture cannot be refunded.",
  REFUND_TIME_LIMIT_EXCEEDED: "You are over the time limit to perform a refund on this capture",
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    "Capture could not be refunded due to insufficient funds. Please check to see if you have sufficient funds in your PayPal account or if the bank account linked to your PayPal account is verified and has sufficient funds.",
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK:
    "Refunds are not allowed on this capture due to a chargeback on the card or bank. Please contact the payee to resolve the chargeback.",
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
};
const unprocessable = (issue: string): Reply =>
  error(
    422,
    "UNPROCESSABLE_ENTITY",
    "The requested action could not be performed, semantically incorrect, or failed business validation.",
    issue,
    reasons[issue],
  );

/** @param ids makes its ids differ from those of other fakes in one store. */
export async function paypalFake(ids = ""): Promise<PayPalFake> {
  const captures = new Map<string, Capture>([
    [paypalCapture, { id: paypalCapture, value: 50, orderId: capturedOrder, refunded: 0 }],
  ]);
  const orders = new Map<string, Order>([[capturedOrder, { id: capturedOrder, units: [], status: "COMPLETED" }]]);
  const refunds: Refund[] = [];
  const disputes: Dispute[] = [];
  // A process keeps its token from one test to the next.
  const tokens = new Set([paypalToken]);
  const now = {
    issue: "",
    restricted: false,
    secret: paypalApp.clientSecret,
    refundStatus: "COMPLETED",
    captureStatus: "COMPLETED",
    captureReason: "",
    currency: "USD",
    orderTime: "",
    hooks: [paypalWebhookId],
    hookUrl: "https://store.test/hook",
    verdict: "FAILURE",
    verdictStatus: 200,
  };
  const certificates: string[] = [];

  const shownRefund = ({ id, captureId, status, said }: Refund) => ({
    id,
    status,
    ...said,
    create_time: "2026-11-20T02:00:00-07:00",
    links: [
      { rel: "self", method: "GET", href: `https://api-m.paypal.com/v2/payments/refunds/${id}` },
      { rel: "up", method: "GET", href: `https://api-m.paypal.com/v2/payments/captures/${captureId}` },
    ],
  });
  const shownCapture = ({ id, value, orderId }: Capture) => ({
    id,
    status: now.captureStatus,
    ...(now.captureReason && { status_details: { reason: now.captureReason } }),
    amount: { currency_code: now.currency, value: value.toFixed(2) },
    final_capture: true,
    supplementary_data: { related_ids: { order_id: orderId } },
  });
  const shownOrder = ({ id, status, units }: Order) => {
    const made = [...captures.values()].filter(({ orderId }) => orderId === id);
    const back = refunds.filter(({ captureId }) => made.some((capture) => capture.id === captureId));
    const payments = { captures: made.map(shownCapture), ...(back.length > 0 && { refunds: back.map(shownRefund) }) };
    return {
      id,
      status,
      intent: "CAPTURE",
      ...(now.orderTime && { create_time: now.orderTime }),
      purchase_units: (units.length > 0 ? units : [{ reference_id: "default" }]).map((unit) => ({
        ...(unit as object),
        ...(made.length > 0 && { payments }),
      })),
      links: [
        { rel: "self", method: "GET", href: `https://api-m.paypal.com/v2/checkout/orders/${id}` },
        { rel: "payer-action", method: "GET", href: `https://www.paypal.com/checkoutnow?token=${id}` },
      ],
    };
  };

  const refund = (capture: Capture | undefined, said: Refund["said"]): Reply => {
    if (!capture) return notFound;
    if (now.issue) return unprocessable(now.issue);
    const left = capture.value - capture.refunded;
    if (left === 0) return unprocessable("CAPTURE_FULLY_REFUNDED");
    if (Number(said.amount.value) > left) return unprocessable("REFUND_AMOUNT_EXCEEDED");
    const made = { id: `1JU0890278169141${refunds.length}`, captureId: capture.id, status: now.refundStatus, said };
    if (made.status !== "FAILED") capture.refunded += Number(said.amount.value);
    refunds.push(made);
    return { status: 201, json: shownRefund(made) };
  };

  const capture = (order: Order | undefined): Reply => {
    if (!order) return notFound;
    if (order.status === "COMPLETED") return unprocessable("ORDER_ALREADY_CAPTURED");
    if (order.status !== "APPROVED") return unprocessable("ORDER_NOT_APPROVED");
    if (now.issue) return unprocessable(now.issue);
    order.status = "COMPLETED";
    const id = `3C679366HH90899${captures.size}${ids}J`;
    const [unit] = order.units as readonly { readonly amount: Money }[];
    captures.set(id, { id, value: Number(unit?.amount.value), orderId: order.id, refunded: 0 });
    return { status: 201, json: shownOrder(order) };
  };

  /** The list has a summary of each, with neither its payment nor its outcome. */
  const disputed = (path: string, query: URLSearchParams): Reply => {
    if (now.restricted)
      return error(403, "NOT_AUTHORIZED", "Authorization failed due to insufficient permissions.", "PERMISSION_DENIED");
    const [, , , , id] = path.split("/");
    if (id !== undefined) {
      const one = disputes.find(({ dispute_id, gone }) => dispute_id === id && !gone);
      return one ? { status: 200, json: one } : notFound;
    }
    const [from, size] = [Number(query.get("next_page_token") ?? 0), Number(query.get("page_size"))];
    const since = new Date(query.get("update_time_after") ?? 0);
    const found = disputes.filter(({ update_time }) => new Date(String(update_time)) >= since).toReversed();
    const items = found
      .slice(from, from + size)
      .map(({ disputed_transactions: _, dispute_outcome: __, ...summary }) => summary);
    const next = new URL(`https://api-m.paypal.com/v1/customer/disputes?${query}`);
    next.searchParams.set("next_page_token", String(from + size));
    const more = found.length > from + size ? [{ rel: "next", method: "GET", href: next.href }] : [];
    return { status: 200, json: { items, links: [{ rel: "self", method: "GET", href: next.origin + path }, ...more] } };
  };

  const answer = (asked: Asked): Reply => {
    const { method, path, query, headers, body } = asked;
    if (path === "/v1/oauth2/token") {
      if (basicIn(asked) !== `${paypalApp.clientId}:${now.secret}`) {
        return { status: 401, json: { error: "invalid_client", error_description: "Client Authentication failed" } };
      }
      tokens.add(paypalToken);
      return { status: 200, json: { access_token: paypalToken, token_type: "Bearer", expires_in: 32_400 } };
    }
    if (path.startsWith("/v1/notifications/certs/")) {
      return { status: certificates.length > 0 ? 200 : 404, text: certificates.join("\n") };
    }
    if (!tokens.has((headers["authorization"] ?? "").replace("Bearer ", ""))) return notKnown;
    if (path === "/v1/notifications/webhooks") {
      const webhooks = now.hooks.map((id) => ({ id, url: now.hookUrl, event_types: [{ name: "*" }] }));
      return { status: 200, json: { webhooks } };
    }
    if (path === "/v1/notifications/verify-webhook-signature") {
      if (now.verdictStatus !== 200) return error(now.verdictStatus, "VALIDATION_ERROR", "Invalid data provided");
      return { status: 200, json: { verification_status: now.verdict } };
    }
    if (path.startsWith("/v1/customer/disputes")) return disputed(path, query);
    const [, , , , id = "", what] = path.split("/");
    if (path.startsWith("/v2/payments/captures/")) {
      const known = captures.get(id);
      if (what === "refund") return refund(known, JSON.parse(body));
      return known ? { status: 200, json: shownCapture(known) } : notFound;
    }
    if (path.startsWith("/v2/payments/refunds/")) {
      const known = refunds.find((one) => one.id === id);
      return known ? { status: 200, json: shownRefund(known) } : notFound;
    }
    if (what === "capture") return capture(orders.get(id));
    if (method === "POST") {
      const { purchase_units } = JSON.parse(body);
      const made: Order = {
        id: `7AB12345CD67890${orders.size}${ids}E`,
        units: purchase_units,
        status: "PAYER_ACTION_REQUIRED",
      };
      orders.set(made.id, made);
      return { status: 201, json: shownOrder(made) };
    }
    const order = orders.get(id);
    return order ? { status: 200, json: shownOrder(order) } : notFound;
  };

  const fake = await aFake({
    answer,
    keyOf: ({ headers }) => headers["paypal-request-id"],
    refusal: (status, words) => error(status, "INVALID_REQUEST", words),
    again: (reply) => (reply.status === 201 ? { ...reply, status: 200 } : reply),
    spares: ({ path }) => path === "/v1/oauth2/token",
  });
  return {
    ...fake,
    captures,
    refunds,
    disputes,
    orders,
    certificates,
    taken: () => captures.size - 1,
    approve: (orderId) => {
      const order = orders.get(orderId);
      if (order) order.status = "APPROVED";
    },
    forgetTokens: () => tokens.clear(),
    set: (how) => void Object.assign(now, how),
  };
}
