import type { Actor } from "#core/actor";
import type * as contract from "#core/contract/export";
import { exported, exportKinds } from "#core/contract/export";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { idOfCursor } from "#core/db/page";
import { jobPage } from "../job-page.ts";
import { shownExport } from "./show-export.ts";

export async function listExports(
  by: Actor,
  input: InputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const { kind, status, limit, cursor } = input;
  const may = exportKinds.filter((one) => by.rights.has(exported[one].right) && (kind === undefined || one === kind));
  const after = idOfCursor(cursor, "export");
  return jobPage({ direction: "export", kinds: may, status, limit, after }, (row) => shownExport(row));
}
