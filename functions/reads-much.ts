import type { Actor } from "#core/actor";
import type { InputOf, Operation, OutputOf } from "#core/contract/kit";
import { onStandby } from "#core/db/standby";
import { reads } from "./admin.ts";

/** `reads` for what reads much: the standby is asked where there is one, and answers what the store itself would. */
export const readsMuch = <Op extends Operation>(
  op: Op,
  query: (by: Actor, input: InputOf<Op>) => Promise<OutputOf<Op>>,
) => reads(op, (by, input) => onStandby(() => query(by, input)));
