import { describe, expect, it } from "vitest";
import { changeLabel } from "../../web/orders/labels.ts";
import { changeText } from "../../web/orders/timeline/change-text.ts";
import type { Order } from "../../web/orders/types.ts";
import { disputeReason, pendingText } from "../../web/payments/labels.ts";

const mug = { id: "lin_1", sku: "MUG" };
const bowl = { id: "lin_2", sku: "BOWL" };
/** The fields of an order that the text uses. */
const order = {
  currency: "INR",
  lines: [mug, bowl],
  parcels: [{ id: "par_1", trackingNumber: "AWB-77", lines: [{ lineId: mug.id, quantity: 2 }] }],
} as unknown as Order;

describe("a change in the timeline", () => {
  // "doctor.repair" and "import.start" were shown unchanged, and no one in the shop knew who that was.
  it.each([
    ["import.start", "imported the order"],
    ["doctor.repair", "repaired the order after a health check"],
    ["payment.dismissRefund", "dismissed a failed refund"],
    ["parcel.seeReturned", "marked a returned parcel as handled"],
  ])("by %s is described in plain words", (action, label) => {
    expect(changeLabel({ action, before: null, after: {} })).toBe(label);
  });

  // Staff read "received an update from a gateway", with nothing beside it, when money had come for a cancelled order.
  it("names a payment that is not counted for the order and why, and the outcome of a dispute", () => {
    const received = { action: "gateway.receive", before: null };
    const paid = { unmatched: "cancelled", amountMinor: 564_700, currency: "INR", paymentId: "payment_1" };
    expect(changeLabel({ ...received, after: paid })).toBe("received an unmatched payment");
    expect(changeText({ before: null, after: paid }, order)).toBe("₹5,647.00 · The order is cancelled");
    const opened = { dispute: "dp_1", amountMinor: 564_700, reason: "fraud", moneyTaken: true };
    expect(changeLabel({ ...received, after: opened })).toBe("received a dispute");
    expect(changeText({ before: null, after: opened }, order)).toBe("fraud");
    const closed = { dispute: "dp_1", status: "lost" };
    expect(changeLabel({ ...received, after: closed })).toBe("received the outcome of a dispute");
    expect(changeText({ before: null, after: closed }, order)).toBe("lost");
  });

  // The customer asks what was in the parcel and where it is: the clerk reads it off the timeline.
  it("names the parcel, its contents and its tracking number", () => {
    expect(changeText({ before: {}, after: { parcelId: "par_1", status: "delivered" } }, order)).toBe(
      "Parcel 1 · 2 × MUG · tracking number AWB-77",
    );
  });

  it("names the contents of a parcel or return that no longer exists", () => {
    const whole = { lines: [{ lineId: bowl.id, quantity: 1 }] };
    expect(changeText({ before: { parcel: whole }, after: { status: "confirmed" } }, order)).toBe("1 × BOWL");
    expect(changeText({ before: { return: whole }, after: null }, order)).toBe("1 × BOWL");
  });

  it("names the returned goods, and the reason", () => {
    const after = { returnId: "ret_1", reason: "Too small", lines: [{ lineId: mug.id, quantity: 1, restock: true }] };
    expect(changeText({ before: null, after }, order)).toBe("1 × MUG · Too small");
  });

  // "2 × קוד-7, 1 × BOWL" was shown with the 1 on the other side of the Hebrew SKU.
  it("leaves the numbers next to an SKU that is written from right to left in their places", () => {
    const code = { id: "lin_3", sku: "קוד-7" };
    const lines = [code, bowl].map(({ id }) => ({ lineId: id, quantity: 1 }));
    expect(changeText({ before: null, after: { lines } }, { ...order, lines: [code, bowl] } as unknown as Order)).toBe(
      "1 × \u2068קוד-7\u2069, 1 × BOWL",
    );
    const changed = [{ sku: code.sku, before: 1, after: 2 }];
    expect(changeText({ before: null, after: { changed } }, order)).toBe("\u2068קוד-7\u2069: 1 → 2");
  });

  it("shows the customer's previous and current name", () => {
    expect(changeText({ before: { name: "Mira" }, after: { name: "Meera Shah" } }, order)).toBe(
      "name: Mira → Meera Shah",
    );
  });
});

// Clerks read PRODUCT_NOT_RECEIVED.
it.each([
  ["fraudulent", "fraudulent"],
  ["product_not_received", "product not received"],
  ["MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED", "merchandise or service not as described"],
])("the gateway's reason for a dispute, %s, is shown in words", (reason, shown) => {
  expect(disputeReason(reason)).toBe(shown);
});

// Whoever may not read the requests to gateways was told that there was no answer yet, for days.
it("a pending refund with an id at its gateway has been accepted there", () => {
  expect(pendingText({ gateway: "stripe", gatewayRefundId: null })).toBe("Waiting for Stripe’s answer.");
  expect(pendingText({ gateway: "stripe", gatewayRefundId: "re_1" })).toBe(
    "Stripe accepted it, and will confirm when it is done.",
  );
});
