/** The column titles of a list: a click sorts, dragging the right edge resizes. */
import type { ReactNode } from "react";
import type { ColumnSort } from "./columns.ts";
import classes from "./table.module.css";
import type { ColumnWidths } from "./use-widths.ts";

export interface HeadColumn {
  readonly id: string;
  readonly title: string;
  readonly align?: "right";
  readonly sort?: ColumnSort;
}

interface Props {
  readonly columns: readonly HeadColumn[];
  /** The checkbox that selects all rows; null if rows cannot be selected. */
  readonly checkbox: ReactNode;
  /** The URL's `sort`, and its setter. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly widths: ColumnWidths;
}

export function TableHead({ columns, checkbox, sort, onSort, widths }: Props) {
  return (
    <thead>
      <tr>
        {checkbox && <th className={classes["narrow"]}>{checkbox}</th>}
        {columns.map((column) => {
          const { id, title, align } = column;
          const direction = directionOf(column, sort);
          const next = nextSort(column, sort);
          return (
            <th
              key={id}
              className={align && classes[align]}
              scope="col"
              data-column={id}
              aria-sort={direction}
              style={widths.widths ? { width: widths.widths[id] } : undefined}
            >
              {next === null ? (
                title
              ) : (
                <button type="button" className={classes["sort"]} onClick={() => onSort(next)}>
                  {title}
                  <span aria-hidden="true" className={classes["arrow"]}>
                    {direction === "ascending" ? "↑" : "↓"}
                  </span>
                </button>
              )}
              <span
                aria-hidden="true"
                title="Drag to change the width; double-click for automatic widths"
                className={classes["edge"]}
                onPointerDown={(event) => widths.startDrag(id, event)}
                onDoubleClick={widths.reset}
              />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function directionOf({ sort: by }: HeadColumn, sort: string): "ascending" | "descending" | undefined {
  if (by?.ascending === sort) return "ascending";
  return by?.descending === sort ? "descending" : undefined;
}

/**
 * The order that a click chooses: the other direction, if there is one. Null if the store cannot sort by this column.
 */
function nextSort({ sort: by }: HeadColumn, sort: string): string | null {
  if (!by) return null;
  const ways = [by.descending, by.ascending].filter((way) => way !== undefined);
  return ways.find((way) => way !== sort) ?? "";
}
