import { randomBytes } from "node:crypto";
import type { Id } from "#core/contract/kit/fields";
import { seal } from "#core/secret";

/** A signing secret, and its form in the endpoint's row. */
export function newSecret(endpointId: Id<"endpoint">) {
  const secret = `whsec_${randomBytes(32).toString("hex")}`;
  return { secret, kept: { secret: seal(secret, endpointId), secretLast4: secret.slice(-4) } };
}
