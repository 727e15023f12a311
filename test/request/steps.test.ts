import { expect, expectTypeOf, it } from "vitest";
import type { Operation, OutputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import type * as session from "#core/contract/session";
import type { steps } from "#functions/admin";

/** The type of the first argument of `steps` for an operation. */
type Taken<Op extends Operation> = Parameters<typeof steps<Op, OutputOf<Op>>>[0];

// Between several commits there is no moment at which an answer could be stored: a repeated request would do it all
// again, although its contract promises otherwise. Such a binding does not compile.
it("binds in steps only operations that store no answer for a repeat", () => {
  expectTypeOf<typeof session.signIn>().toExtend<Taken<typeof session.signIn>>();
  expectTypeOf<typeof order.sweepUnpaid>().toExtend<Taken<typeof order.sweepUnpaid>>();
  expectTypeOf<typeof order.cancel>().not.toExtend<Taken<typeof order.cancel>>();
  expectTypeOf<typeof order.create>().not.toExtend<Taken<typeof order.create>>();
  expect(order.cancel).not.toHaveProperty("keepsNoAnswer");
});
