/** Example data for messages when there is no order: for the editor, and to check templates. */
import type { MessageKind } from "#core/contract/values/message-kinds";
import type { ScopeOf } from "#core/contract/values/message-variables";

const shop = { name: "The Blue Shop", logoUrl: "" };
const customer = { name: "Asha Rao", email: "asha@example.com", phone: "+919876543210" };
const few = [
  { title: "Cotton shirt, blue, M", quantity: "2", imageUrl: "" },
  { title: "Linen trousers, 32", quantity: "1", imageUrl: "" },
];
const line = (nth: 0 | 1, unitPrice: string, total: string) => ({
  ...(few[nth] ?? { title: "", quantity: "", imageUrl: "" }),
  ...{ sku: nth === 0 ? "SHIRT-BLUE-M" : "TROUSERS-32", unitPrice, total },
});
const order = {
  ...{ number: "QM-100042", placedOn: "22 November 2026" },
  lines: [line(0, "₹1,499.00", "₹2,998.00"), line(1, "₹2,499.00", "₹2,499.00")],
  ...{ subtotal: "₹5,497.00", discount: "₹500.00", shipping: "₹99.00", tax: "₹777.36", taxIncluded: "yes" },
  ...{ total: "₹5,096.00", paid: "₹5,096.00", due: "", refundDue: "", shipped: "" },
  address: ["Asha Rao", "14 Residency Road", "560025 Bengaluru", "Karnataka", "India"].map((text) => ({ text })),
};
const about = { shop, customer, order };

const examples: { readonly [Kind in MessageKind]: ScopeOf<Kind> } = {
  "order.created": about,
  "order.paid": { ...about, payment: { amount: "₹5,096.00" } },
  "order.shipped": {
    ...about,
    parcel: {
      ...{ carrier: "bluedart", service: "Express", trackingNumber: "QM123456789IN" },
      ...{ trackingUrl: "https://tracking.example.com/QM123456789IN", lines: few },
    },
  },
  "order.delivered": { ...about, parcel: { trackingNumber: "QM123456789IN", lines: few } },
  "order.edited": { ...about, changes: [{ text: "The items" }, { text: "The delivery address" }] },
  "order.cancelled": {
    ...about,
    order: { ...order, refundDue: "₹5,096.00" },
    reason: "The customer changed their mind.",
  },
  "order.refunded": { ...about, refund: { amount: "₹2,499.00", reason: "The trousers came back." } },
  "order.returned": { ...about, return: { lines: few.slice(1), reason: "Too small" } },
  "payment.requested": {
    ...about,
    order: { ...order, paid: "", due: "₹5,096.00" },
    payment: { amount: "₹5,096.00", url: "https://pay.example.com/p/42", expiresOn: "23 November 2026" },
  },
  "cart.abandoned": {
    ...{ shop, customer },
    cart: { lines: order.lines, total: "₹5,096.00", url: "https://shop.example.com/cart" },
    unsubscribeUrl: "https://shop.example.com/api/messages/decline-marketing/example",
  },
  "staff.invited": {
    shop,
    invitation: {
      ...{ name: "Ravi Menon", role: "Manager", invitedBy: "Asha Rao", expiresOn: "29 November 2026" },
      link: "https://shop.example.com/accept-invitation#token=example",
    },
  },
  "staff.passwordReset": {
    shop,
    reset: {
      ...{ name: "Ravi Menon", sentBy: "Asha Rao", expiresOn: "23 November 2026" },
      link: "https://shop.example.com/choose-password#token=example",
    },
  },
  "staff.emailChanged": {
    shop,
    change: { name: "Ravi Menon", changedBy: "Asha Rao", changedOn: "22 November 2026" },
  },
  "webhook.dead": {
    shop,
    endpoint: {
      ...{ url: "https://receiver.example.com/hook", dead: "12", lastError: "http_500" },
      adminUrl: "https://shop.example.com/settings/webhooks",
    },
  },
  "stock.low": {
    shop,
    stock: {
      lines: [{ title: "Cotton shirt, blue, M", sku: "SHIRT-BLUE-M", available: "3", threshold: "5" }],
      ...{ more: "4", adminUrl: "https://shop.example.com/stock/low" },
    },
  },
  "report.scheduled": {
    shop,
    report: {
      ...{ name: "Sales by country", description: "Of the last 30 days", day: "22 November 2026", rowCount: "2" },
      columns: [
        { name: "country", align: "left" },
        { name: "orders", align: "right" },
      ],
      rows: [
        ["India", "112"],
        ["Nepal", "4"],
      ].map(([country = "", orders = ""]) => ({
        cells: [
          { text: country, align: "left" },
          { text: orders, align: "right" },
        ],
      })),
      ...{ more: "", failed: "", adminUrl: "https://shop.example.com/reports/sql" },
    },
  },
};

export const exampleOf = (kind: MessageKind): object => examples[kind];
