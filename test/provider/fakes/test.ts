/**
 * The test gateway's server, as `core/payment/gateways/testgateway/` describes it: the specification for the demo's page.
 */
import { createHmac } from "node:crypto";
import { type Asked, aFake, type Fake, type Reply } from "./server.ts";

export const testKey = "test-gateway-key-0123456789";
export const testWebhookSecret = "test-gateway-webhook-secret";

interface Money {
  readonly amountMinor: number;
  readonly currency: string;
}

interface Page extends Money {
  readonly id: string;
  readonly reference: string;
  readonly orderId: string;
  status: "open" | "paid" | "closed";
}

interface Refund extends Money {
  readonly id: string;
  readonly reference: string;
  readonly paymentId: string;
  readonly status: "succeeded" | "pending" | "failed";
}

interface Payment extends Money {
  readonly id: string;
  refunded: number;
}

export interface TestFake extends Fake {
  readonly pages: Page[];
  readonly payments: Map<string, Payment>;
  readonly refunds: Refund[];
  readonly set: (how: { key?: string; refundStatus?: Refund["status"]; disputed?: boolean }) => void;
}

const error = (status: number, code: string, message: string): Reply => ({
  status,
  json: { error: { code, message } },
});

/** No two real gateways return the same id: the fakes of one store each get a prefix for theirs. */
export async function testFake(name = ""): Promise<TestFake> {
  const pages: Page[] = [];
  const refunds: Refund[] = [];
  const payments = new Map<string, Payment>([
    ["payment_1", { id: "payment_1", amountMinor: 5000, currency: "INR", refunded: 0 }],
  ]);
  const now = { key: testKey, refundStatus: "succeeded" as Refund["status"], disputed: false };

  const shown = (page: Page) => ({
    ...page,
    url: `https://store.test/api/test-gateway/pages/${page.id}`,
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  });

  const refund = (said: Omit<Refund, "id" | "status">): Reply => {
    const payment = payments.get(said.paymentId);
    if (!payment) return error(404, "unknownPayment", "There is no such payment.");
    if (now.disputed) return error(422, "disputed", "The payment is disputed.");
    const left = payment.amountMinor - payment.refunded;
    if (left === 0) return error(422, "alreadyRefunded", "The payment has been refunded.");
    if (said.amountMinor > left) return error(422, "aboveRemaining", `Only ${left} can still be refunded.`);
    const made = { id: `${name}refund_${refunds.length + 1}`, ...said, status: now.refundStatus };
    if (made.status !== "failed") payment.refunded += said.amountMinor;
    refunds.push(made);
    return { status: 201, json: made };
  };

  const answer = ({ method, path, headers, query, body }: Asked): Reply => {
    if (headers["authorization"] !== `Bearer ${now.key}`) return error(401, "credentials", "The key is wrong.");
    const [, , , family, id, what] = path.split("/");
    const mine = <Item extends { readonly reference: string }>(items: readonly Item[]) =>
      items.filter(({ reference }) => reference === query.get("reference"));
    if (family === "account") return { status: 200, json: { name: "Test gateway" } };
    if (family === "refunds") {
      return method === "POST" ? refund(JSON.parse(body)) : { status: 200, json: { items: mine(refunds) } };
    }
    const page = pages.find((one) => one.id === id);
    if (what === "close") {
      if (!page) return error(404, "unknownPayment", "There is no such page.");
      if (page.status === "paid") return error(409, "paid", "The page has been paid.");
      page.status = "closed";
      return { status: 200, json: shown(page) };
    }
    if (method === "GET") return { status: 200, json: { items: mine(pages).map(shown) } };
    const { reference, orderId, amountMinor, currency } = JSON.parse(body);
    const made: Page = {
      id: `${name}page_${pages.length + 1}`,
      reference,
      orderId,
      amountMinor,
      currency,
      status: "open",
    };
    pages.push(made);
    return { status: 201, json: shown(made) };
  };

  const fake = await aFake({
    answer,
    keyOf: ({ headers }) => headers["idempotency-key"],
    refusal: (status, words) => error(status, status === 409 ? "key.busy" : "fault", words),
    mismatch: error(409, "key.mismatch", "The key was used for something else."),
  });
  return { ...fake, pages, payments, refunds, set: (how) => void Object.assign(now, how) };
}

/** The header of an event sent at this time. */
export function testSignature(body: string, at: Date, secret = testWebhookSecret): string {
  const time = Math.floor(at.getTime() / 1_000);
  return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
}
