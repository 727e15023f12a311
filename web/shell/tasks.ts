/** Common tasks: the words that people search them by, and where they are done. */
import * as categoryApi from "#core/contract/category";
import * as collectionApi from "#core/contract/collection";
import * as discountApi from "#core/contract/discount";
import * as importApi from "#core/contract/import";
import * as keyApi from "#core/contract/key";
import type { Operation } from "#core/contract/kit/operation";
import * as locationApi from "#core/contract/location";
import * as orderApi from "#core/contract/order";
import * as productApi from "#core/contract/product";
import * as staffApi from "#core/contract/staff";
import * as stockApi from "#core/contract/stock";
import * as transferApi from "#core/contract/transfer";
import type { Right } from "#core/contract/values/rights";
import * as variantApi from "#core/contract/variant";
import * as webhookApi from "#core/contract/webhook";

export interface Task {
  readonly label: string;
  /** Synonyms. */
  readonly words: string;
  /** Offered to users who may call this; null: to everyone. */
  readonly op: Pick<Operation, "right" | "vendor"> | null;
  /** If set, only to users with at least one of these. */
  readonly oneOf?: readonly Right[];
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

const opens = (drawer: string) => ({ search: { open: drawer } });

export const tasks: readonly Task[] = [
  { label: "New order", words: "create add", op: orderApi.create, to: "/orders/new" },
  { label: "Print the picking sheet", words: "pick", op: orderApi.pickingSheet, to: "/orders/picking" },
  {
    label: "Refund an order",
    words: "money back",
    op: orderApi.refund,
    to: "/orders",
    search: { paymentStatus: "paid" },
  },
  {
    label: "Ship orders",
    words: "pack parcel send",
    op: orderApi.list,
    to: "/orders",
    search: { fulfillable: "true" },
  },
  { label: "New product", words: "create add item", op: productApi.create, to: "/products/new" },
  {
    label: "Edit products in a grid",
    words: "bulk prices costs weights barcodes spreadsheet",
    op: variantApi.editMany,
    to: "/products/grid",
  },
  { label: "New category", words: "create add", op: categoryApi.create, to: "/categories", ...opens("new") },
  { label: "New collection", words: "create add", op: collectionApi.create, to: "/collections", ...opens("new") },
  { label: "New discount code", words: "create add coupon", op: discountApi.create, to: "/discounts", ...opens("new") },
  { label: "New location", words: "create add warehouse", op: locationApi.create, to: "/locations", ...opens("new") },
  { label: "Count stock", words: "stocktake inventory", op: stockApi.count, to: "/stock/levels" },
  { label: "Count with a scanner", words: "stocktake inventory scan", op: stockApi.count, to: "/stock/count" },
  { label: "Receive stock", words: "delivery purchase inbound", op: stockApi.receive, to: "/stock/levels" },
  {
    label: "Receive a delivery",
    words: "supplier inbound paste spreadsheet",
    op: stockApi.receiveMany,
    to: "/stock/receive",
  },
  {
    label: "New transfer",
    words: "create move stock",
    op: transferApi.create,
    to: "/stock/transfers",
    ...opens("new"),
  },
  { label: "Print labels", words: "barcodes stickers items", op: variantApi.list, to: "/products/labels" },
  { label: "Print shelf labels", words: "bins stickers", op: locationApi.list, to: "/stock/shelf-labels" },
  {
    label: "Import a file",
    words: "csv upload spreadsheet",
    op: null,
    oneOf: Object.values(importApi.rightToImport),
    to: "/settings/imports",
  },
  {
    label: "Invite to the team",
    words: "staff user add",
    op: staffApi.invite,
    to: "/settings/team",
    ...opens("invite"),
  },
  { label: "New API key", words: "create developer", op: keyApi.create, to: "/settings/api-keys", ...opens("new") },
  {
    label: "New webhook endpoint",
    words: "create add",
    op: webhookApi.createEndpoint,
    to: "/settings/webhooks",
    ...opens("new"),
  },
  { label: "Change your name", words: "account", op: null, to: "/settings/password" },
  { label: "Change password", words: "account sign in", op: null, to: "/settings/password" },
];

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");

/** The tasks where each typed word is the start of one of their words: "inv team", "new pro". */
export function tasksFor(typed: string): readonly Task[] {
  const parts = wordsOf(typed);
  if (parts.length === 0) return [];
  return tasks.filter(({ label, words }) => {
    const all = wordsOf(`${label} ${words}`);
    return parts.every((part) => all.some((word) => word.startsWith(part)));
  });
}

/** Whether the typed words are complete words of a task: "refund", "new product". */
export function isTaskByWords(typed: string): boolean {
  const parts = wordsOf(typed);
  return (
    parts.length > 0 &&
    tasks.some(({ label, words }) => parts.every((part) => wordsOf(`${label} ${words}`).includes(part)))
  );
}
