import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/webhook";
import { db } from "#core/db/client";
import { Refusal } from "#core/refusal";
import { endpoints } from "#core/webhook/webhook.table";
import { isThere, shownColumns, shownEndpoint } from "./shown-endpoint.ts";

export async function readEndpoint(
  _by: Actor,
  input: InputOf<typeof contract.readEndpoint>,
): Promise<contract.Endpoint> {
  const [row] = await db().select(shownColumns).from(endpoints).where(isThere(input.id));
  if (!row) throw new Refusal("webhook.endpointUnknown");
  return shownEndpoint(row);
}
