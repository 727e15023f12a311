import { audit } from "#core/audit/record";
import type * as contract from "#core/contract/export";
import { exported } from "#core/contract/export";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { databaseNow } from "#core/db/columns";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { storeSettings } from "#core/store/settings";
import { jobs } from "../job.table.ts";
import { foundExport, refuseUnseen, shownExport } from "./show-export.ts";

/** The export begins once the change has committed. The audit records who takes data out of the store, and which. */
export async function createExport(change: Change, input: InputOf<typeof contract.create>): Promise<contract.Export> {
  const { kind, filters } = input;
  refuseUnseen(change.by, kind);
  const checked = exported[kind].filters.safeParse(filters);
  if (!checked.success) {
    const issues = checked.error.issues.map(({ path, message }) => ({ path: ["filters", ...path].join("."), message }));
    throw new Refusal("request.invalid", { issues });
  }
  const id = newId("export");
  const { by, at } = change;
  const { timeZone } = await storeSettings(change.tx);
  const day = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(at);
  await change.tx.insert(jobs).values({
    id,
    direction: "export",
    kind,
    status: "queued",
    input: filters,
    fileName: `${kind}-${day}.csv`,
    fileKey: `exports/${id}.csv`,
    actorKind: by.kind,
    actorId: by.id,
    actorName: by.name,
    actorRole: by.role,
    dueAt: databaseNow,
    createdAt: at,
    startedAt: at,
  });
  audit(change, "export.create", id, { after: { kind, filters: withoutText(filters) } });
  return shownExport(await foundExport(change.tx, id));
}

/** A search text may be a person's name or address, and what is in the audit cannot be erased. */
const withoutText = (filters: Readonly<Record<string, unknown>>) =>
  filters["q"] === undefined ? filters : { ...filters, q: "…" };
