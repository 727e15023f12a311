/** Imitates Razorpay's API: JSON both ways, one code for every refusal, and only the message tells them apart. */
import { type Asked, aFake, basicIn, type Fake, type Reply } from "./server.ts";

export const razorpayKey = { keyId: "rzp_test_1DP5mmOlF5G5ag", keySecret: 'thisis/a+secret "with" ä & more=' };

interface Payment {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  status: "captured" | "authorized";
  refunded: number;
}

interface Refund {
  readonly id: string;
  readonly payment_id: string;
  readonly amount: number;
  readonly receipt: string;
  readonly status: string;
}

interface Link {
  readonly id: string;
  readonly reference_id: string;
  readonly said: Readonly<Record<string, unknown>>;
  status: "created" | "paid" | "cancelled" | "expired";
}

interface Dispute {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface RazorpayFake extends Fake {
  readonly payments: Map<string, Payment>;
  readonly refunds: Refund[];
  readonly links: Link[];
  readonly disputes: Dispute[];
  readonly set: (how: { refundStatus?: string; balance?: number; keySecret?: string; tooOld?: boolean }) => void;
}

const refusal = (status: number, description: string): Reply => ({
  status,
  json: {
    error: {
      code: status >= 500 ? "SERVER_ERROR" : "BAD_REQUEST_ERROR",
      description,
      source: "business",
      step: "payment_initiation",
      reason: "input_validation_failed",
      metadata: {},
    },
  },
});

export async function razorpayFake(): Promise<RazorpayFake> {
  const payments = new Map<string, Payment>([
    [
      "pay_29QQoUBi66xm2f",
      { id: "pay_29QQoUBi66xm2f", amount: 500000, currency: "INR", status: "captured", refunded: 0 },
    ],
  ]);
  const refunds: Refund[] = [];
  const links: Link[] = [];
  const disputes: Dispute[] = [];
  const now = { refundStatus: "processed", balance: 10_000_000, keySecret: razorpayKey.keySecret, tooOld: false };

  const shownRefund = (refund: Refund) => ({
    ...refund,
    entity: "refund",
    currency: "INR",
    notes: [],
    acquirer_data: { arn: null },
    created_at: 1_700_000_000,
    batch_id: null,
    speed_processed: "normal",
    speed_requested: "normal",
  });
  const shownLink = ({ id, reference_id, said, status }: Link) => ({
    ...said,
    id,
    reference_id,
    status,
    amount_paid: status === "paid" ? said["amount"] : 0,
    payments:
      status === "paid"
        ? [
            {
              payment_id: reference_id.replace("prq_", "pay_"),
              plink_id: id,
              amount: said["amount"],
              status: "captured",
            },
          ]
        : null,
    short_url: `https://rzp.io/i/${id}`,
    created_at: 1_700_000_000,
  });

  const refund = (payment: Payment | undefined, said: Readonly<Record<string, unknown>>): Reply => {
    if (!payment) return refusal(400, "The id provided does not exist");
    const left = payment.amount - payment.refunded;
    const amount = Number(said["amount"] ?? left);
    if (payment.status !== "captured")
      return refusal(400, "The payment status should be captured for action to be taken");
    if (left === 0) return refusal(400, "The payment has been fully refunded already");
    if (amount > left) return refusal(400, "The total refund amount is greater than the refund payment amount");
    if (amount > now.balance)
      return refusal(400, "Your account does not have enough balance to carry out the refund operation.");
    if (now.tooOld) {
      return refusal(400, "Refund is not supported by the bank because the payment is more than 6 months old");
    }
    const made = {
      id: `rfnd_FP8QHiV938ha${refunds.length}`,
      payment_id: payment.id,
      amount,
      receipt: String(said["receipt"]),
      status: now.refundStatus,
    };
    if (made.status !== "failed") payment.refunded += amount;
    refunds.push(made);
    return { status: 200, json: shownRefund(made) };
  };

  const answer = (asked: Asked): Reply => {
    const { method, path, query, body } = asked;
    if (basicIn(asked) !== `${razorpayKey.keyId}:${now.keySecret}`) return refusal(401, "Authentication failed");
    const said = body === "" ? {} : (JSON.parse(body) as Record<string, unknown>);
    const [, , family, id = "", what] = path.split("/");
    const [skip, count] = [Number(query.get("skip") ?? 0), Number(query.get("count") ?? 10)];
    if (family === "disputes") {
      const items = disputes.toReversed().slice(skip, skip + count);
      return { status: 200, json: { entity: "collection", count: items.length, items } };
    }
    if (family === "payments") {
      const of = refunds.filter(({ payment_id }) => payment_id === id).toReversed();
      if (method === "POST") return refund(payments.get(id), said);
      const items = what === "refunds" ? of.slice(skip, skip + count).map(shownRefund) : [...payments.values()];
      return { status: 200, json: { entity: "collection", count: items.length, items } };
    }
    const link = links.find((one) => one.id === id);
    if (method === "POST" && id === "") {
      const reference_id = String(said["reference_id"]);
      if (links.some((one) => one.reference_id === reference_id)) {
        return refusal(400, "payment link creation with reference ID already attempted");
      }
      const made: Link = { id: `plink_ERgihyaAAC0VN${links.length}`, reference_id, said, status: "created" };
      links.push(made);
      return { status: 200, json: shownLink(made) };
    }
    if (id === "") {
      const items = links.filter(({ reference_id }) => reference_id === query.get("reference_id")).map(shownLink);
      return { status: 200, json: { payment_links: items } };
    }
    if (!link) return refusal(400, "The id provided does not exist");
    if (what === "cancel") {
      if (link.status !== "created") return refusal(400, "cannot cancel or expire an already paid/partially paid link");
      link.status = "cancelled";
    }
    return { status: 200, json: shownLink(link) };
  };

  const fake = await aFake({
    answer,
    keyOf: ({ headers }) => headers["x-refund-idempotency"],
    refusal,
    mismatch: refusal(400, "Different request with the same idempotency key has already been processed."),
  });
  return { ...fake, payments, refunds, links, disputes, set: (how) => void Object.assign(now, how) };
}
