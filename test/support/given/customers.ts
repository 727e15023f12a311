/** Customers, groups and price lists, created by the operations themselves. */
import { expect } from "vitest";
import * as customer from "#core/contract/customer";
import * as group from "#core/contract/group";
import type { Answer, Asked } from "#core/contract/kit/operation";
import * as priceList from "#core/contract/priceList";
import { call } from "../call.ts";
import { some } from "./catalogue.ts";

export const someEmail = (): string => `${some("asha")}@example.com`;

export async function aCustomer(
  said: Partial<Asked<typeof customer.create>> = {},
): Promise<Answer<typeof customer.create>> {
  const { status, body } = await call(customer.create, { email: someEmail(), name: "Asha Rao", ...said });
  expect(status).toBe(201);
  return body;
}

export async function aGroup(said: Partial<Asked<typeof group.create>> = {}): Promise<Answer<typeof group.create>> {
  const { status, body } = await call(group.create, { name: some("Wholesale"), ...said });
  expect(status).toBe(201);
  return body;
}

type Rows = Asked<typeof priceList.setRows>["rows"];

/** A price list for everyone, with these prices. */
export async function aPriceList(
  rows: Rows,
  said: Partial<Asked<typeof priceList.create>> = {},
): Promise<Answer<typeof priceList.create>> {
  const { status, body } = await call(priceList.create, { name: some("List"), ...said });
  expect(status).toBe(201);
  if (rows.length === 0) return body;
  const set = await call(priceList.setRows, { id: body.id, rows });
  expect(set.status).toBe(200);
  return set.body;
}
