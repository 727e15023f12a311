import { system } from "#core/actor";
import type { Asked, InputOf, Operation, OutputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { inPublishedChange } from "#core/event/publish";

/** A verb as the demo calls it: with a client's fields, in its own change, at a time in the demo's past or now. */
export const doing =
  <Op extends Operation>(op: Op, verb: (change: Change, input: InputOf<Op>) => Promise<OutputOf<Op>>) =>
  (input: Asked<Op>, at?: Date): Promise<OutputOf<Op>> =>
    inPublishedChange(system("demo"), (change) =>
      // The operation's own schema has just parsed it.
      verb({ ...change, at: at ?? change.at }, op.input.parse(input) as InputOf<Op>),
    );
