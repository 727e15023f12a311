/** The filters of the order list in the URL, and its built-in views. */
import * as orderApi from "#core/contract/order";
import type { View } from "../ui/filters/saved-views.tsx";
import { booleanParam, dateParam, enumListParam, enumParam, textParam, type UrlParamValues } from "../ui/url-state.ts";

/** The filters that the picking sheet shares. */
export const filterParams = {
  q: textParam,
  status: enumListParam(orderApi.statuses),
  paymentStatus: enumListParam(orderApi.paymentStatuses),
  balance: enumParam(orderApi.balances),
  moneyTrouble: enumParam(orderApi.moneyTroubles),
  fulfillable: booleanParam,
  backordered: booleanParam,
  returned: enumParam(orderApi.returnedShares),
  channel: textParam,
  tag: textParam,
};

export const orderParams = {
  ...filterParams,
  from: dateParam,
  to: dateParam,
  sort: enumParam(["oldest", "total"]),
};

export type OrderFilterValues = UrlParamValues<typeof orderParams>;

interface OrderView extends View {
  /** Vendor logins do not see payments, and may not filter by them. */
  readonly aboutMoney?: true;
}

const views: readonly OrderView[] = [
  { name: "All", search: {} },
  { name: "Ready to ship", search: { fulfillable: "true", sort: "oldest" } },
  { name: "Partially shipped", search: { status: "partiallyShipped", sort: "oldest" } },
  { name: "Waiting for goods", search: { backordered: "true", sort: "oldest" } },
  { name: "Awaiting payment", search: { status: "pending", sort: "oldest" } },
  { name: "Payment failed", search: { status: "pending", paymentStatus: "failed" } },
  { name: "Paid, balance due", search: { paymentStatus: "paid", balance: "customerOwes" }, aboutMoney: true },
  { name: "To refund", search: { balance: "storeOwes" }, aboutMoney: true },
];

export const viewsFor = (isVendor: boolean): readonly View[] =>
  isVendor ? views.filter(({ aboutMoney }) => !aboutMoney) : views;
