import type { Form } from "#core/csv/form";
import { type CsvRow, rowsOf } from "#core/csv/read-rows";
import { formOf, sniffedBytes } from "#core/csv/sniff";
import { UnreadableFile } from "#core/csv/unreadable";
import type { FileKey } from "#core/file/folders";
import { lookAt, readFile } from "#core/file/read";
import type { Import } from "../import-kind.ts";
import { cut } from "./cells.ts";
import { columnsOf } from "./columns.ts";
import { mayLeaveOut, type ReadTo } from "./left-out.ts";
import { fieldsMeant, placesOfReasons } from "./reason-columns.ts";
import { withoutUnseen } from "./unseen.ts";

/** Where an import continues, and its file's encoding and separators. */
export interface ImportCursor extends ReadTo {
  readonly form: Form;
  /** Of the content that the import began with: anyone with the upload URL could replace it meanwhile. */
  readonly etag: string;
  /** The positions of the columns that only a file of refused rows has; absent or empty in any other file. */
  readonly reasons?: readonly number[];
}

interface Opened {
  readonly cursor: ImportCursor;
  readonly layout: string;
  readonly header: readonly string[];
  readonly bytes: number;
}

/**
 * Inspects an import's file: its format and its layout.
 * @param all all kinds of import, to recognize a file that was uploaded as the wrong kind.
 * @throws UnreadableFile if it is not a CSV file, or has no known layout, with the columns that are missing.
 */
export async function openImport(key: FileKey, kind: Import, all: readonly Import[]): Promise<Opened> {
  const { first, bytes, etag } = await lookAt(key, sniffedBytes);
  const form = formOf(first);
  const rows = () => rowsOf((fromByte) => readFile(key, fromByte, etag), form, { rows: 0, lines: 0, bytes: null });
  const row = await headerIn(rows());
  if (!row) throw new UnreadableFile("The file is empty.");
  if (row.stray) {
    const why = row.stray.text === null ? "is larger than 2 MB" : "has a quote where none belongs";
    throw new UnreadableFile(`The first row ${why}: its columns cannot be told apart.`);
  }
  const reasons = placesOfReasons(row.fields);
  const named = fieldsMeant(row.fields, reasons, reasons.length > 0).map(withoutUnseen);
  const header = named.slice(0, named.findLastIndex((name) => name !== "") + 1);
  if (header.join("").length > headerTextMax) {
    throw new UnreadableFile("The first row is too long to be column names.");
  }
  const written = onlyWritten.find(({ columns }) => missingOf(header, columns).length === 0);
  if (written) throw new UnreadableFile(`This is an export of ${written.what}, which cannot be imported.`);
  const layout = layoutOf(header, kind);
  if (layout === undefined) throw new UnreadableFile(unknownLayout(header, kind, all));
  if (layout.name === "own") {
    // Our own files need few columns, which a file of another kind may have among others.
    const other = kindOf(header, all, layout.needs.length);
    if (other && other.kind !== kind.kind) throw new UnreadableFile(isOther(other));
  }
  const leavesOut = await mayLeaveOut(rows(), header.length + reasons.length);
  const cursor = { form, place: row.place, etag, reasons, ...(leavesOut && { leftOut: 0 }) };
  return { cursor, layout: layout.name, header, bytes };
}

/** A spreadsheet writes its empty rows above the names as separators; a file of nothing else is not read to its end. */
async function headerIn(rows: AsyncIterable<CsvRow>): Promise<CsvRow | undefined> {
  for await (const row of rows) {
    if (row.number > emptyRowsMax || row.fields.some((name) => name.trim() !== "")) return row;
  }
  return undefined;
}
const emptyRowsMax = 100;

/** A thousand columns with long names; every list of imports shows them. */
const headerTextMax = 50_000;

/** Our own files that are only written, by columns that no other has. Movements have those of a file of stock too. */
const onlyWritten = [
  { what: "stock movements", columns: ["on hand change", "reserved change", "committed change"] },
  { what: "payments", columns: ["kind", "method", "taken back at"] },
  { what: "the audit log", columns: ["action", "subject type", "subject"] },
] as const;

type Layouts = Import["layouts"];

/** The layout whose columns match exactly; otherwise the one with the most columns, ignoring case and spaces. */
function layoutOf(header: readonly string[], { layouts }: Pick<Import, "layouts">): Layouts[number] | undefined {
  const exactly = layouts.find(({ needs }) => needs.every((column) => header.includes(column)));
  if (exactly) return exactly;
  const loosely = layouts.filter(({ needs }) => missingOf(header, needs).length === 0);
  return loosely.toSorted((a, b) => b.needs.length - a.needs.length)[0];
}

const missingOf = (header: readonly string[], needs: readonly string[]): string[] =>
  needs.filter((column) => columnsOf(header).placeOf(column) < 0);

function unknownLayout(header: readonly string[], { layouts }: Import, all: readonly Import[]): string {
  const missing = layouts.map(({ label, needs }) => ({ label, needs, missingColumns: missingOf(header, needs) }));
  if (missing.every(({ needs, missingColumns }) => missingColumns.length * 2 > needs.length)) {
    const other = kindOf(header, all);
    if (other) return isOther(other);
  }
  const near = missing.filter(({ needs, missingColumns }) => missingColumns.length < needs.length);
  const sentence = (near.length > 0 ? near : missing)
    .toSorted((a, b) => a.missingColumns.length - b.missingColumns.length)
    .map(
      ({ label, missingColumns }) =>
        `for ${label} it lacks ${missingColumns.map((column) => `“${column}”`).join(", ")}`,
    );
  const begins = header
    .slice(0, 3)
    .map((name) => `“${cut(name, 40)}”`)
    .join(", ");
  const known = Math.max(...missing.map(({ needs, missingColumns }) => needs.length - missingColumns.length));
  const likelier = kindOf(header, all, known);
  const hint = likelier ? ` It may be a file of ${likelier.is}: import it as such.` : "";
  return `The first row must contain the column names, and this one (${begins}${header.length > 3 ? " …" : ""}) matches no known layout: ${sentence.join("; ")}.${hint}`;
}

/** The first kind with a layout that the file has, and that needs more than this number of columns. */
function kindOf(header: readonly string[], all: readonly Import[], columns = 0) {
  for (const { kind, layouts } of all) {
    const found = layoutOf(header, { layouts: layouts.filter(({ needs }) => needs.length > columns) });
    if (found) return { kind, is: `${inWords[kind]} (${found.label})` };
  }
  return undefined;
}

const isOther = ({ is }: { readonly is: string }): string => `This is a file of ${is}: import it as such.`;

const inWords: Readonly<Record<Import["kind"], string>> = {
  orders: "orders",
  stock: "stock",
  products: "products",
  customers: "customers",
  priceLists: "price lists",
};
