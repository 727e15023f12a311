import { call } from "#test/support/call";
import type { Ask } from "./step.ts";

/** Asks as a client with this API key does. A 503 is a fault too: nobody takes the database away here. */
export const askAs =
  (key: string): Ask =>
  async (op, input, idempotencyKey) => {
    const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
    const answered = await call(op, input, { as: key, headers });
    if (answered.status >= 500) throw new Error(`${op.name} answered ${answered.body.error?.code}`);
    return answered;
  };
