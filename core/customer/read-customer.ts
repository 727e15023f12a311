import type { Actor } from "#core/actor";
import { historyIn } from "#core/audit/history-in";
import type * as contract from "#core/contract/customer";
import type { InputOf } from "#core/contract/kit/operation";
import { db } from "#core/db/client";
import { customers } from "./customer.table.ts";
import { shownCustomer } from "./show-customer.ts";

export const readCustomer = (_by: Actor, { id }: InputOf<typeof contract.read>): Promise<contract.Customer> =>
  shownCustomer(db(), id);

export const customerHistory = historyIn(customers, "customer.unknown");
