/** What can be done with an item without leaving its list: one press, the number, Enter. */
import { IconClipboardCheck, IconPackageImport } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import * as stockApi from "#core/contract/stock";
import { useSession } from "../api/session.tsx";
import type { Column } from "../ui/table/data-table.tsx";
import { useUrlState } from "../ui/url-state.ts";
import classes from "./actions-column.module.css";
import type { LevelRow } from "./stock-columns.tsx";
import { type Kind, Scanning } from "./stock-drawer.tsx";

/** The columns of a list of stock, and at their end the buttons for who may press them. */
export function useShelfColumn(columns: readonly Column<LevelRow>[]): readonly Column<LevelRow>[] {
  const { can } = useSession();
  const [, setSearch] = useUrlState();
  const canReceive = can(stockApi.receive);
  return useMemo(() => {
    const start = (open: Kind, variant: string) => void setSearch({ open, variant });
    const buttons: Column<LevelRow> = {
      id: "do",
      title: "Actions",
      align: "right",
      plain: true,
      cell: ({ id, sku, trackStock }) =>
        trackStock && (
          <span className={classes["buttons"]}>
            <Do label={`Receive ${sku}`} onClick={() => start("receive", id)}>
              <IconPackageImport size={16} />
            </Do>
            <Do label={`Count ${sku}`} onClick={() => start("count", id)}>
              <IconClipboardCheck size={16} />
            </Do>
          </span>
        ),
    };
    return canReceive ? [...columns, buttons] : columns;
  }, [columns, canReceive, setSearch]);
}

/** A plain button: a list has hundreds. */
function Do({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes["button"]} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  );
}

/** The drawers that these buttons open, and that take any item otherwise. */
export function ShelfDrawers() {
  const { can } = useSession();
  const [search, setSearch] = useUrlState();
  if (!can(stockApi.receive)) return null;
  const close = () => void setSearch({ open: undefined, variant: undefined });
  return (
    <>
      <Scanning kind="receive" opened={search["open"] === "receive"} close={close} />
      <Scanning kind="count" opened={search["open"] === "count"} close={close} />
    </>
  );
}
