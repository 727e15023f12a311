import type { Actor } from "#core/actor";
import type * as contract from "#core/contract/export";
import type { InputOf } from "#core/contract/kit/operation";
import { db } from "#core/db/client";
import { foundExport, kindOf, refuseUnseen, shownExport } from "./show-export.ts";

export async function readExport(by: Actor, { id }: InputOf<typeof contract.read>): Promise<contract.Export> {
  const row = await foundExport(db(), id);
  refuseUnseen(by, kindOf(row));
  if (row.status !== "done") return shownExport(row);
  const { presignDownload } = await import("#core/file/presign");
  const { fileKey: key, fileName } = row;
  return shownExport(row, { url: await presignDownload({ key, fileName, type: "text/csv; charset=utf-8" }), fileName });
}
