/** The prices of a list as a grid: typing, pasting from a spreadsheet, filling down. Only visible rows are rendered. */
import { Button, Group, Text } from "@mantine/core";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as priceListApi from "#core/contract/priceList";
import type { ApiError } from "../api/api-client.ts";
import { fetchAllPages } from "../api/fetch-all-pages.ts";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { countText } from "../ui/format/format.tsx";
import { useUnsaved } from "../ui/forms/unsaved.ts";
import type { GridColumn, GridPlace } from "../ui/grid/cells.ts";
import { Grid } from "../ui/grid/grid.tsx";
import { SaveButton } from "../ui/grid/save-button.tsx";
import { UnpastedAlert } from "../ui/grid/unpasted-alert.tsx";
import { useUndo } from "../ui/grid/use-undo.ts";
import { ArrowDownIcon, PlusIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import {
  emptyRow,
  faultIn,
  filledDown,
  type GridRow,
  gridRow,
  isChanged,
  rebased,
  sentRows,
  withPasted,
} from "./grid-rows.ts";
import type { PriceList } from "./price-list-form.tsx";

interface Props {
  readonly list: PriceList;
  readonly editable: boolean;
}

export function PriceGrid({ list, editable }: Props) {
  const query = useQuery<GridRow[], ApiError>({
    queryKey: ["price-grid", list.id, list.version],
    queryFn: async () => (await fetchAllPages(priceListApi.listRows, { id: list.id })).map(gridRow),
    staleTime: Number.POSITIVE_INFINITY,
    // The grid and its typed values stay while a newer version loads.
    placeholderData: keepPreviousData,
    meta: { expensive: true },
  });
  // Where a later version cannot be loaded, what has been typed stays as well.
  const last = useRef(query.data);
  last.current = query.data ?? last.current;
  return (
    <>
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      {last.current ? (
        <Prices list={list} editable={editable} saved={last.current} />
      ) : (
        !query.error && <Card title="Prices">…</Card>
      )}
    </>
  );
}

const always = () => true;
const typedColumns: readonly GridColumn<GridRow>[] = [
  {
    id: "sku",
    title: "SKU",
    width: [7, 1.2],
    textOf: ({ sku }) => sku,
    isTyped: ({ saved }) => saved === null,
  },
  { id: "title", title: "Item", width: [8, 2], textOf: ({ title }) => title },
  {
    id: "minQuantity",
    title: "From quantity",
    width: [6, 0.7],
    textOf: ({ minQuantity }) => minQuantity,
    isTyped: always,
  },
  {
    id: "amount",
    title: "Price",
    width: [6, 1],
    textOf: ({ amount }) => amount,
    isTyped: always,
    align: "right",
  },
  { id: "usual", title: "Regular price", width: [6, 1], textOf: ({ usual }) => usual, align: "right" },
];
const shownColumns = typedColumns.map(({ isTyped: _, ...column }) => column);

function Prices({ list, editable, saved }: Props & { saved: readonly GridRow[] }) {
  const { store } = useSession();
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly GridRow[]>(saved);
  const [base, setBase] = useState(saved);
  const [place, setPlace] = useState({ row: 0, column: "amount" });
  const sent = sentRows(rows, store.currency);
  const isFaulty = rows.some((row) => isChanged(row) && faultIn(row, store.currency) !== null);
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
    // The reason for a refusal stays visible: the update that arrives now contains the changes of others.
    if (save.isSuccess) save.reset();
  }
  useUnsaved(() => sent.length > 0 && !save.isSuccess);
  const { change, undo, unpasted, closeUnpasted } = useUndo(rows, setRows);
  const showCell = useRef<(place: GridPlace) => void>(null);
  const addRow = () => {
    flushSync(() => setRows([emptyRow(), ...rows]));
    showCell.current?.({ row: 0, column: "sku" });
  };
  const fillDown = () => change({ rows: filledDown(rows, place.row) });
  return (
    <Card
      title={`Prices (${rows.length})`}
      actions={
        editable && (
          <Group gap="xs">
            <Button size="compact-sm" variant="subtle" leftSection={<ArrowDownIcon size={14} />} onClick={fillDown}>
              Fill down
            </Button>
            <Button size="compact-sm" variant="subtle" leftSection={<PlusIcon size={14} />} onClick={addRow}>
              Add a price
            </Button>
          </Group>
        )
      }
    >
      {editable && (
        <Text size="xs" c="dimmed">
          Paste from a spreadsheet: SKU and amount, or SKU, quantity and amount. A single column goes into the amounts
          from the chosen row on. An empty amount removes the price. Ctrl-Z takes a paste back.
        </Text>
      )}
      <UnpastedAlert unpasted={unpasted} onClose={closeUnpasted} />
      <Grid
        label="Prices of the list"
        columns={editable ? typedColumns : shownColumns}
        rows={rows}
        isChanged={isChanged}
        faultIn={(row) => faultIn(row, store.currency)}
        show={showCell}
        place={place}
        onPlace={setPlace}
        onType={({ row: index, column }, text) =>
          setRows(rows.map((row, nth) => (nth === index ? { ...row, [column]: text } : row)))
        }
        onPaste={(cells) => editable && change(withPasted(rows, place.row, cells))}
        onFillDown={() => editable && fillDown()}
        onUndo={() => save.isPending || undo()}
      />
      <ErrorAlert error={save.error} />
      {editable && (
        <Group justify="flex-end" gap="xs" mt="sm">
          {sent.length > 0 && (
            <Button variant="default" onClick={() => setRows(saved)}>
              Discard
            </Button>
          )}
          <SaveButton
            count={sent.length}
            noun="price"
            disabled={isFaulty || sent.length > priceListApi.rowsMax}
            loading={save.isPending}
            onSave={() => save.mutate({ id: list.id, rows: sent })}
          />
        </Group>
      )}
    </Card>
  );
}
