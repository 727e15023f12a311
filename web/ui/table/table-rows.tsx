/** A row of a list, and what it is on a phone: a card. A press anywhere opens it. */
import { type MouseEvent, memo, type ReactNode } from "react";
import { Tick } from "./checkbox.tsx";
import type { Column, RowLink } from "./data-table.tsx";
import type { Toggle } from "./row-selection.ts";
import classes from "./table.module.css";

interface RowProps<Item> {
  readonly item: Item;
  /** Its place on this page, from 1. */
  readonly number: number;
  readonly selected: boolean;
  readonly visible: readonly Column<Item>[];
  readonly link: RowLink<Item> | undefined;
  readonly onPeek: ((item: Item) => void) | undefined;
  /** Null where nothing is chosen. */
  readonly toggle: Toggle | null;
}

/** What names the row: the link that opens it, if it opens. */
function First<Item extends { readonly id: string }>({ item, visible, link }: RowProps<Item>) {
  const children = visible[0]?.cell(item);
  return link ? link(item, { className: classes["first"] ?? "", children }) : children;
}

function RowTick<Item extends { readonly id: string }>({ item, number, selected, toggle }: RowProps<Item>) {
  if (!toggle) return null;
  const onClick = ({ shiftKey }: MouseEvent) => toggle(item.id, shiftKey);
  return <Tick label={`Choose row ${number}`} checked={selected} onClick={onClick} />;
}

/** Rows that a list is scrolled past under the pointer are not fetched: it must lie still on one for so long. */
const restMs = 40;
let resting: ReturnType<typeof setTimeout> | undefined;

function whenAtRest(peek: (() => void) | null): void {
  clearTimeout(resting);
  if (peek) resting = setTimeout(peek, restMs);
}

/** Drawn again only when something of its own changes: on a page of 200, ticking one box draws one row. */
export const TableRow = memo(function TableRow<Item extends { readonly id: string }>(props: RowProps<Item>) {
  const { item, selected, visible, link, onPeek, toggle } = props;
  const peek = onPeek && (() => onPeek(item));
  return (
    <tr
      className={classes["row"]}
      data-row={item.id}
      data-opens={link ? true : undefined}
      data-selected={selected || undefined}
      onClick={openFirstLink}
      onPointerEnter={peek && (() => whenAtRest(peek))}
      onPointerLeave={peek && (() => whenAtRest(null))}
      onPointerDown={peek}
      onFocus={peek}
    >
      {toggle && (
        <td className={classes["narrow"]}>
          <RowTick {...props} />
        </td>
      )}
      {visible.map(({ id, cell, align }, index) => (
        <td key={id} className={align && classes[align]}>
          {index === 0 ? <First {...props} /> : cell(item)}
        </td>
      ))}
    </tr>
  );
}) as <Item extends { readonly id: string }>(props: RowProps<Item>) => ReactNode; // memo forgets the item's type

export const CardRow = memo(function CardRow<Item extends { readonly id: string }>(props: RowProps<Item>) {
  const { item, selected, visible, onPeek } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link within is what the keyboard opens
    <li
      className={classes["card"]}
      data-row={item.id}
      data-selected={selected || undefined}
      onClick={openFirstLink}
      // A finger says what it wants a tenth of a second before it lets go.
      onPointerDown={onPeek && (() => onPeek(item))}
    >
      <div>
        <RowTick {...props} />
      </div>
      <div>
        <First {...props} />
      </div>
      <div className={classes["facts"]}>
        {visible.slice(1).map(({ id, title, cell, plain }) => (
          <span key={id} className={classes["fact"]}>
            {!plain && <span className={classes["label"]}>{title}</span>}
            {cell(item)}
          </span>
        ))}
      </div>
    </li>
  );
}) as <Item extends { readonly id: string }>(props: RowProps<Item>) => ReactNode; // memo forgets the item's type

/** A click anywhere on a row opens it; on something that is itself for pressing, or while text is marked, it does not. */
function openFirstLink(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement; // a click lands on an element
  if (target.closest("a, button, input, label, select") || getSelection()?.type === "Range") return;
  const link = event.currentTarget.querySelector<HTMLAnchorElement>("a[href], button");
  if (!link) return;
  if (event.ctrlKey || event.metaKey) window.open((link as HTMLAnchorElement).href, "_blank");
  else link.click();
}
