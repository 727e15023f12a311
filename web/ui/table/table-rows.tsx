/** A row of a list, and its card on a phone. A click anywhere on it opens it. */
import { type MouseEvent, memo, type ReactNode } from "react";
import { Checkbox } from "./checkbox.tsx";
import type { Column, RowLink } from "./columns.ts";
import type { ToggleRow } from "./row-selection.ts";
import classes from "./table.module.css";

interface RowProps<Item> {
  readonly item: Item;
  readonly selected: boolean;
  readonly columns: readonly Column<Item>[];
  readonly rowLink: RowLink<Item> | undefined;
  readonly onPrefetch: ((item: Item) => void) | undefined;
  /** Null if rows cannot be selected. */
  readonly toggle: ToggleRow | null;
}

/** The first column: the link that opens the row, if there is one. */
function TitleCell<Item extends { readonly id: string }>({ item, columns, rowLink }: RowProps<Item>) {
  const children = columns[0]?.cell(item);
  return rowLink ? rowLink(item, { className: classes["title"] ?? "", children }) : children;
}

/** What the row is called, which its checkbox is called by. */
const titleIdOf = ({ id }: { readonly id: string }): string => `title-${id}`;

function RowCheckbox<Item extends { readonly id: string }>({ item, selected, toggle }: RowProps<Item>) {
  if (!toggle) return null;
  const onClick = ({ shiftKey }: MouseEvent) => toggle(item.id, shiftKey);
  return <Checkbox label="Select" of={titleIdOf(item)} checked={selected} onClick={onClick} />;
}

/** The pointer must rest on a row for this long, so that rows that are scrolled past are not fetched. */
const hoverDelayMs = 40;
let hoverTimer: ReturnType<typeof setTimeout> | undefined;

function afterHover(prefetch: (() => void) | null): void {
  clearTimeout(hoverTimer);
  if (prefetch) hoverTimer = setTimeout(prefetch, hoverDelayMs);
}

/** Rendered again only when its own props change: on a page of 200, selecting one row renders one row. */
export const TableRow = memo(function TableRow<Item extends { readonly id: string }>(props: RowProps<Item>) {
  const { item, selected, columns, rowLink, onPrefetch, toggle } = props;
  const prefetch = onPrefetch && (() => onPrefetch(item));
  return (
    <tr
      className={classes["row"]}
      data-row={item.id}
      data-opens={rowLink ? true : undefined}
      data-selected={selected || undefined}
      onClick={openFirstLink}
      onPointerEnter={prefetch && (() => afterHover(prefetch))}
      onPointerLeave={prefetch && (() => afterHover(null))}
      onPointerDown={prefetch}
      onFocus={prefetch}
    >
      {toggle && (
        <td className={classes["narrow"]}>
          <RowCheckbox {...props} />
        </td>
      )}
      {columns.map(({ id, cell, align }, index) =>
        index === 0 ? (
          <th key={id} scope="row" id={titleIdOf(item)} className={classes["name"]}>
            <TitleCell {...props} />
          </th>
        ) : (
          <td key={id} className={align && classes[align]}>
            {cell(item)}
          </td>
        ),
      )}
    </tr>
  );
}) as <Item extends { readonly id: string }>(props: RowProps<Item>) => ReactNode; // memo forgets the item's type

export const CardRow = memo(function CardRow<Item extends { readonly id: string }>(props: RowProps<Item>) {
  const { item, selected, columns, onPrefetch } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users open the link inside it
    <li
      className={classes["card"]}
      data-row={item.id}
      data-selected={selected || undefined}
      onClick={openFirstLink}
      // A finger touches the screen about a tenth of a second before the click.
      onPointerDown={onPrefetch && (() => onPrefetch(item))}
    >
      <div>
        <RowCheckbox {...props} />
      </div>
      <div id={titleIdOf(item)}>
        <TitleCell {...props} />
      </div>
      <div className={classes["facts"]}>
        {columns.slice(1).map(({ id, title, cell, unlabeled }) => (
          <span key={id} className={classes["fact"]}>
            {!unlabeled && <span className={classes["label"]}>{title}</span>}
            {cell(item)}
          </span>
        ))}
      </div>
    </li>
  );
}) as <Item extends { readonly id: string }>(props: RowProps<Item>) => ReactNode; // memo forgets the item's type

/** A click anywhere on a row opens it, but not a click on a control inside it, nor one that ends a text selection. */
function openFirstLink(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement; // a click lands on an element
  if (target.closest("a, button, input, label, select") || getSelection()?.type === "Range") return;
  const link = event.currentTarget.querySelector<HTMLAnchorElement>("a[href], button");
  if (!link) return;
  if (event.ctrlKey || event.metaKey) window.open((link as HTMLAnchorElement).href, "_blank");
  else link.click();
}
