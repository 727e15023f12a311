import type { Actor } from "#core/actor";
import type { InputOf, Operation, OutputOf } from "#core/contract/kit/operation";
import { onStandby } from "#core/db/standby";
import { reads } from "./admin.ts";

/** `reads` for heavy reading: uses the standby if there is one, with the same answers as from the store's database. */
export const readsMuch = <Op extends Operation>(
  op: Op,
  query: (by: Actor, input: InputOf<Op>) => Promise<OutputOf<Op>>,
) => reads(op, (by, input) => onStandby(() => query(by, input)));
