import type { Actor } from "#core/actor";
import { audit } from "#core/audit/record";
import type * as imports from "#core/contract/import";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { presignedSeconds } from "#core/contract/parts/upload";
import { inChange } from "#core/db/change";
import type { FileKey } from "#core/file/folders";
import { newId } from "#core/id";
import { jobs } from "./job.table.ts";
import { refuseUnlessMayImport, shownImport } from "./show-import.ts";

const type = "text/csv";

/**
 * An upload URL, and an import that waits for its file. If the file never comes, the import is removed after a month.
 */
export async function createImport(
  by: Actor,
  input: InputOf<typeof imports.create>,
): Promise<OutputOf<typeof imports.create>> {
  const { kind, fileName, bytes, options } = input;
  refuseUnlessMayImport(by, kind);
  const id = newId("import");
  const fileKey: FileKey = `uploads/imports/${id}`;
  const row = await inChange(by, async (change) => {
    const [made] = await change.tx
      .insert(jobs)
      .values({
        id,
        direction: "import",
        kind,
        status: "awaitingFile",
        input: options,
        fileName,
        fileKey,
        bytesTotal: bytes,
        actorKind: by.kind,
        actorId: by.id,
        actorName: by.name,
        actorRole: by.role,
        createdAt: change.at,
      })
      .returning();
    audit(change, "import.create", id, { after: { kind, fileName, bytes, options } });
    if (!made) throw new Error("the insert of an import returned no row");
    return made;
  });
  const { presignUpload } = await import("#core/file/presign");
  return {
    import: shownImport(row),
    upload: {
      method: "PUT",
      url: await presignUpload({ key: fileKey, type, bytes }, row.createdAt),
      headers: { "content-type": type },
    },
    expiresAt: new Date(row.createdAt.getTime() + presignedSeconds * 1_000),
  };
}
