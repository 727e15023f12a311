/** The last column of a stock list: buttons to receive, count and adjust an item without leaving the list. */

import { type ReactNode, useMemo } from "react";
import * as stockApi from "#core/contract/stock";
import { useSession } from "../api/session.tsx";
import { ClipboardCheckIcon, PackagePlusIcon, SlidersVerticalIcon } from "../ui/icons.ts";
import type { Column } from "../ui/table/columns.ts";
import { useUrlState } from "../ui/url-state.ts";
import classes from "./actions-column.module.css";
import { ScanDrawer } from "./changes/stock-drawer.tsx";
import type { StockRow } from "./stock-columns.tsx";
import type { StockAction } from "./types.ts";

/** The columns of a stock list, with a column of buttons for users who may change stock. */
export function useActionsColumn(columns: readonly Column<StockRow>[]): readonly Column<StockRow>[] {
  const { can } = useSession();
  const [, setSearch] = useUrlState();
  const canReceive = can(stockApi.receive);
  return useMemo(() => {
    const start = (open: StockAction, variant: string) => void setSearch({ open, variant });
    const buttons: Column<StockRow> = {
      id: "actions",
      title: "Actions",
      align: "right",
      unlabeled: true,
      cell: ({ id, sku, trackStock }) =>
        trackStock && (
          <span className={classes["buttons"]}>
            <IconButton label={`Receive ${sku}`} onClick={() => start("receive", id)}>
              <PackagePlusIcon size={16} />
            </IconButton>
            <IconButton label={`Count ${sku}`} onClick={() => start("count", id)}>
              <ClipboardCheckIcon size={16} />
            </IconButton>
            <IconButton label={`Adjust ${sku}`} onClick={() => start("adjust", id)}>
              <SlidersVerticalIcon size={16} />
            </IconButton>
          </span>
        ),
    };
    return canReceive ? [...columns, buttons] : columns;
  }, [columns, canReceive, setSearch]);
}

/** A plain button element, because a list has hundreds. */
function IconButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes["button"]} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  );
}

/** The drawers of these buttons; without an item in the URL they start with a scan. */
export function ScanDrawers() {
  const { can } = useSession();
  const [search, setSearch] = useUrlState();
  if (!can(stockApi.receive)) return null;
  const close = () => void setSearch({ open: undefined, variant: undefined }, { close: true });
  return (
    <>
      <ScanDrawer action="receive" opened={search["open"] === "receive"} onClose={close} />
      <ScanDrawer action="count" opened={search["open"] === "count"} onClose={close} />
      <ScanDrawer action="adjust" opened={search["open"] === "adjust"} onClose={close} />
    </>
  );
}
