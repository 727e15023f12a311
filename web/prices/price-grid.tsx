/** The prices of a list as a grid: typed, pasted from a spreadsheet, filled down; only the rows in sight are drawn. */
import { Alert, Button, Group, Modal, Text } from "@mantine/core";
import { IconArrowDown, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { type ClipboardEvent, useState } from "react";
import * as priceListApi from "#core/contract/priceList";
import { fetchAllPages } from "../api/fetch-all-pages.ts";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { countText } from "../ui/format/format.tsx";
import { Card } from "../ui/layout/card.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import {
  emptyRow,
  faultIn,
  filledDown,
  type GridRow,
  gridRow,
  isChanged,
  pastedCells,
  rebased,
  sentRows,
  withPasted,
} from "./grid-rows.ts";
import classes from "./price-grid.module.css";
import type { PriceList } from "./price-list-form.tsx";

interface Props {
  readonly list: PriceList;
  readonly editable: boolean;
}

export function PriceGrid({ list, editable }: Props) {
  const query = useQuery({
    queryKey: ["price-grid", list.id, list.version],
    queryFn: async () => (await fetchAllPages(priceListApi.listRows, { id: list.id })).map(gridRow),
    staleTime: Number.POSITIVE_INFINITY,
    // The grid stays while a later version loads, with what has been typed in it.
    placeholderData: keepPreviousData,
    meta: { expensive: true },
  });
  if (query.error) return <Alert color="red">The prices could not be loaded: {query.error.message}</Alert>;
  if (!query.data) return <Card title="Prices">…</Card>;
  return <Grid list={list} editable={editable} saved={query.data} />;
}

function Grid({ list, editable, saved }: Props & { saved: readonly GridRow[] }) {
  const { store } = useSession();
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly GridRow[]>(saved);
  const [base, setBase] = useState(saved);
  const [at, setAt] = useState(0);
  const sent = sentRows(rows, store.currency);
  const faults = rows.filter(isChanged).flatMap((row) => faultIn(row, store.currency) ?? []);
  const save = useApiMutation(priceListApi.setRows, {
    version: list.version,
    onSuccess: ({ changed }) => {
      toastSuccess(`${countText(changed.added + changed.changed + changed.removed, "price")} saved`);
      client.removeQueries({ queryKey: ["price-grid", list.id] });
    },
  });
  if (base !== saved) {
    setBase(saved);
    setRows(rebased(rows, saved, store.currency));
    save.reset();
  }
  const change = (index: number, said: Partial<GridRow>) =>
    setRows(rows.map((row, nth) => (nth === index ? { ...row, ...said } : row)));
  const paste = (event: ClipboardEvent) => {
    const cells = pastedCells(event.clipboardData.getData("text"));
    if (!editable || (cells.length === 1 && cells[0]?.length === 1)) return;
    event.preventDefault();
    setRows(withPasted(rows, at, cells));
  };
  return (
    <Card
      title={`Prices (${rows.length})`}
      actions={
        editable && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconArrowDown size={14} />}
              onClick={() => setRows(filledDown(rows, at))}
            >
              Fill down
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconPlus size={14} />}
              onClick={() => setRows([emptyRow(), ...rows])}
            >
              Add a price
            </Button>
          </Group>
        )
      }
    >
      {editable && (
        <Text size="xs" c="dimmed">
          Paste from a spreadsheet: SKU and amount, or SKU, quantity and amount. A single column goes into the amounts
          from the chosen row on. An empty amount removes the price.
        </Text>
      )}
      <div onPaste={paste}>
        <Rows rows={rows} editable={editable} currency={store.currency} onChoose={setAt} onChange={change} />
      </div>
      <ErrorAlert error={save.error} />
      {faults.length > 0 && (
        <Text size="sm" c="red">
          {countText(faults.length, "row")} cannot be saved: {faults[0]}.
        </Text>
      )}
      {editable && (
        <Group justify="flex-end" gap="xs" mt="sm">
          {sent.length > 0 && (
            <Button variant="default" onClick={() => setRows(saved)}>
              Discard
            </Button>
          )}
          <Button
            disabled={sent.length === 0 || faults.length > 0 || sent.length > priceListApi.rowsMax}
            loading={save.isPending}
            onClick={() => save.mutate({ id: list.id, rows: sent })}
          >
            {sent.length === 0 ? "Nothing to save" : `Save ${countText(sent.length, "price")}`}
          </Button>
        </Group>
      )}
      <LeaveGuard isDirty={sent.length > 0 && !save.isSuccess} />
    </Card>
  );
}

const rowHeight = 36;
const heightMax = 520;
/** Drawn beyond what is in sight, for a wheel that turns fast. */
const beyond = 10;

interface RowsProps {
  readonly rows: readonly GridRow[];
  readonly editable: boolean;
  readonly currency: string;
  readonly onChoose: (index: number) => void;
  readonly onChange: (index: number, said: Partial<GridRow>) => void;
}

/** Rows of one height, so that those in sight are known by the position of the scroll alone. */
function Rows({ rows, editable, currency, onChoose, onChange }: RowsProps) {
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond);
  const inSight = rows.slice(first, first + Math.ceil(heightMax / rowHeight) + 2 * beyond);
  return (
    <div
      className={classes.scroll}
      data-rows
      style={{ maxHeight: heightMax }}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div className={classes.head}>
        <span>SKU</span>
        <span>Item</span>
        <span>From quantity</span>
        <span>Price</span>
        <span>Regular price</span>
      </div>
      <div style={{ height: rows.length * rowHeight, position: "relative" }}>
        {inSight.map((row, nth) => {
          const index = first + nth;
          const fault = isChanged(row) ? faultIn(row, currency) : null;
          const cell = (field: "sku" | "minQuantity" | "amount", label: string) => (
            <input
              aria-label={`${label}, row ${index + 1}`}
              aria-invalid={fault !== null}
              value={row[field]}
              readOnly={!editable || (field === "sku" && row.saved !== null)}
              onFocus={() => onChoose(index)}
              onChange={(event) => onChange(index, { [field]: event.currentTarget.value })}
            />
          );
          return (
            <div
              key={row.key}
              className={classes.row}
              data-changed={isChanged(row) || undefined}
              title={fault ?? undefined}
              style={{ top: index * rowHeight, height: rowHeight }}
            >
              {cell("sku", "SKU")}
              <span>{row.title}</span>
              {cell("minQuantity", "From quantity")}
              {cell("amount", "Price")}
              <span className={classes.usual}>{row.usual}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Asks before what was typed is left behind: another page, or a closed tab. */
function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Modal opened onClose={blocker.reset} title="Leave without saving?" closeButtonProps={{ "aria-label": "Close" }}>
      <Text size="sm">Your price changes have not been saved.</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={blocker.reset}>
          Stay
        </Button>
        <Button color="red" onClick={blocker.proceed}>
          Leave
        </Button>
      </Group>
    </Modal>
  );
}
