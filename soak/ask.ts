import { call } from "#test/support/call";
import type { Ask, Keys } from "./step.ts";

/** Asks as clients with these API keys do. A 503 is a fault too: nobody takes the database away here. */
export const askAs =
  ({ owner, storefront }: Keys): Ask =>
  async (op, input, idempotencyKey) => {
    const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
    const answered = await call(op, input, { as: op.right === "storefront" ? storefront : owner, headers });
    if (answered.status >= 500) throw new Error(`${op.name} answered ${answered.body.error?.code}`);
    return answered;
  };
