import type { Import } from "../import-kind.ts";
import { cut } from "./cells.ts";
import { plainName } from "./columns.ts";

const namesMax = 10;

/** A sentence about the columns that are not read, because one may be misnamed or another program's; null if there are none. */
export function unreadColumns(header: readonly string[], layout: Import["layouts"][number] | undefined): string | null {
  const { reads = [], leavesOut } = layout ?? {};
  if (!leavesOut) return null;
  const read = new Set(reads.map(plainName));
  const unread = header.filter((name) => name !== "" && !read.has(plainName(name)) && !leavesOut(name));
  if (unread.length === 0) return null;
  const names = unread.slice(0, namesMax).map((name) => `“${cut(name, 40)}”`);
  const more = unread.length > namesMax ? ` and ${unread.length - namesMax} more` : "";
  return `Columns that are not read: ${names.join(", ")}${more}.`;
}
