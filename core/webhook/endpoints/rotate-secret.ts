import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as contract from "#core/contract/webhook";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { endpoints } from "#core/webhook/webhook.table";
import { newSecret } from "./new-secret.ts";
import { lockedEndpoint, shownEndpoint } from "./shown-endpoint.ts";

type Operation = typeof contract.rotateSecret;

/** The new secret signs every attempt that begins from now on; one in flight keeps the old signature. */
export async function rotateSecret(change: Change, { id }: InputOf<Operation>): Promise<OutputOf<Operation>> {
  const before = await lockedEndpoint(change, id);
  const { secret, kept } = newSecret(id);
  await change.tx
    .update(endpoints)
    .set({ ...kept, updatedAt: change.at })
    .where(eq(endpoints.id, id));
  audit(change, contract.rotateSecret.name, id);
  return { ...shownEndpoint({ ...before, secretLast4: kept.secretLast4, updatedAt: change.at }), secret };
}
