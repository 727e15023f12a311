import type { Actor } from "#core/actor";
import { importKinds, type list, rightToImport } from "#core/contract/import";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { idOfCursor } from "#core/db/page";
import { jobPage } from "./job-page.ts";
import { shownImport } from "./show-import.ts";

export async function listImports(by: Actor, input: InputOf<typeof list>): Promise<OutputOf<typeof list>> {
  const { kind, status, limit, cursor } = input;
  const may = importKinds.filter((one) => by.rights.has(rightToImport[one]) && (kind === undefined || one === kind));
  const after = idOfCursor(cursor, "import");
  return jobPage({ direction: "import", kinds: may, status, limit, after }, (row) => shownImport(row));
}
