import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as contract from "#core/contract/webhook";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { endpoints } from "#core/webhook/webhook.table";
import { newSecret } from "./new-secret.ts";
import { keptUrl, shownUrl } from "./shown-url.ts";
import { warningsOf } from "./warnings-of.ts";

type Operation = typeof contract.createEndpoint;

export async function createEndpoint(change: Change, input: InputOf<Operation>): Promise<OutputOf<Operation>> {
  const { events, active } = input;
  const url = keptUrl(input.url);
  const id = newId("endpoint");
  const { secret, kept } = newSecret(id);
  const made = { id, url, events, active, createdAt: change.at, updatedAt: change.at };
  await change.tx.insert(endpoints).values({ ...made, ...kept });
  audit(change, contract.createEndpoint.name, id, { after: { url: shownUrl(url), events, active } });
  return {
    ...made,
    url: shownUrl(url),
    secretLast4: kept.secretLast4,
    health: { lastSuccessAt: null, failuresInARow: 0, pending: 0, dead: 0 },
    secret,
    warnings: warningsOf(events),
  };
}
