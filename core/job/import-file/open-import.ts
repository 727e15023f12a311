import { type CsvRow, type Place, rowsOf } from "#core/csv/read-rows";
import { type Form, formOf, sniffedBytes } from "#core/csv/sniff";
import { UnreadableFile } from "#core/csv/unreadable";
import type { FileKey } from "#core/file/folders";
import { lookAt, readFile } from "#core/file/read";
import type { Import } from "../import-kind.ts";

/** Where an import goes on, and how its file is written. */
export interface ImportCursor {
  readonly form: Form;
  readonly place: Place;
}

interface Opened {
  readonly cursor: ImportCursor;
  readonly layout: string;
  readonly header: readonly string[];
  readonly bytes: number;
}

/**
 * Looks at an import's file: what it is, and how it is laid out.
 * @throws UnreadableFile for what is no CSV file, and for one of no known layout, with what is missing.
 */
export async function openImport(key: FileKey, kind: Import): Promise<Opened> {
  const { first, bytes } = await lookAt(key, sniffedBytes);
  const form = formOf(first);
  const beginning = { rows: 0, lines: 0, bytes: null };
  const rows = rowsOf((fromByte) => readFile(key, fromByte), form, beginning);
  const { value: row }: { value?: CsvRow | undefined } = await rows.next();
  await rows.return(undefined);
  if (!row) throw new UnreadableFile("The file is empty.");
  const header = row.fields.map((name) => name.trim());
  return { cursor: { form, place: row.place }, layout: layoutOf(header, kind), header, bytes };
}

function layoutOf(header: readonly string[], { layouts }: Import): string {
  const missingIn = layouts.map(({ name, label, needs }) => ({
    name,
    label,
    missing: needs.filter((column) => !header.includes(column)),
  }));
  const found = missingIn.find(({ missing }) => missing.length === 0);
  if (found) return found.name;
  const said = missingIn
    .toSorted((a, b) => a.missing.length - b.missing.length)
    .map(({ label, missing }) => `for ${label} it lacks ${missing.map((column) => `“${column}”`).join(", ")}`);
  throw new UnreadableFile(
    `The file's first row names the columns of no layout that is known here: ${said.join("; ")}.`,
  );
}
