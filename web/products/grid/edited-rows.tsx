/** The grid with its edits, and the results of saving them. */
import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Answer } from "#core/contract/kit/operation";
import * as variantApi from "#core/contract/variant";
import { type ApiError, callApi } from "../../api/api-client.ts";
import { invalidateApiQueries } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { countText } from "../../ui/format/format.tsx";
import { useUnsaved } from "../../ui/forms/unsaved.ts";
import type { GridColumn } from "../../ui/grid/cells.ts";
import { Grid } from "../../ui/grid/grid.tsx";
import { SaveButton } from "../../ui/grid/save-button.tsx";
import { UnpastedAlert } from "../../ui/grid/unpasted-alert.tsx";
import { useUndo } from "../../ui/grid/use-undo.ts";
import { ArrowDownIcon } from "../../ui/icons.ts";
import { toastSuccess } from "../../ui/toast.tsx";
import { fieldNames, fields } from "./fields.ts";
import {
  asSaved,
  faultIn,
  filledDown,
  type GridRow,
  isChanged,
  type Refused,
  sentRows,
  settled,
  withPasted,
} from "./grid-rows.ts";
import { RefusedRows } from "./refused-rows.tsx";

const columns: readonly GridColumn<GridRow>[] = [
  { id: "sku", title: "SKU", width: [9, 1.4], textOf: ({ sku }) => sku },
  { id: "title", title: "Item", width: [9, 1.6], textOf: ({ title }) => title },
  ...fieldNames.map((id) => ({
    id,
    ...fields[id],
    textOf: ({ cells }: GridRow) => cells[id],
    isTyped: () => true,
  })),
];

type Results = Answer<typeof variantApi.editMany>["results"];

interface Props {
  readonly loaded: readonly GridRow[];
  /** Called when there begin to be unsaved edits, and when there are none left. */
  readonly onUnsaved: (isUnsaved: boolean) => void;
}

export function EditedRows({ loaded, onUnsaved }: Props) {
  const { store } = useSession();
  const client = useQueryClient();
  const [rows, setRows] = useState(loaded);
  const [place, setPlace] = useState({ row: 0, column: "priceMinor" });
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const sent = sentRows(rows, store.currency);
  const isFaulty = rows.some((row) => isChanged(row) && faultIn(row, store.currency) !== null);

  const take = (results: Results) => {
    const after = settled(rows, results);
    setRows(after.rows);
    setRefused(after.refused);
    const done = results.length - after.refused.length;
    if (done > 0) toastSuccess(`${countText(done, "variant")} saved`);
  };
  const save = useMutation<Results, ApiError>({
    // In batches that a request can take. Values that are stored already count as saved, so that all of it can be
    // resent.
    mutationFn: async () => {
      const results: Results = [];
      for (let from = 0; from < sent.length; from += variantApi.editedMax) {
        const part = sent.slice(from, from + variantApi.editedMax);
        results.push(...(await callApi(variantApi.editMany, { rows: part })).results);
      }
      return results;
    },
    onSuccess: take,
    onSettled: () => invalidateApiQueries(client),
  });
  const isUnsaved = sent.length > 0;
  useUnsaved(() => isUnsaved);
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);
  const { change, undo, unpasted, closeUnpasted } = useUndo(rows, setRows);
  const fillDown = () => !save.isPending && change({ rows: filledDown(rows, place) });
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" maw={620}>
          Choose a cell and paste from a spreadsheet. With a header row that has an “SKU” column, each row goes to its
          own item. Enter and the arrow keys move up and down; Ctrl-Z takes a paste back.
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<ArrowDownIcon size={14} />}
          title="Ctrl-D"
          onClick={fillDown}
        >
          Fill down
        </Button>
      </Group>
      <UnpastedAlert unpasted={unpasted} onClose={closeUnpasted} />
      <RefusedRows
        refused={refused}
        onTakeTheirs={() => {
          const keys = refused.map(({ row }) => row.key);
          setRows(asSaved(rows, keys));
          setRefused([]);
        }}
        onClose={() => setRefused([])}
      />
      <Grid
        label="Variants"
        columns={columns}
        isSaving={save.isPending}
        rows={rows}
        isChanged={isChanged}
        faultIn={(row) => faultIn(row, store.currency)}
        place={place}
        onPlace={setPlace}
        onType={({ row: index, column }, text) =>
          setRows(rows.map((row, nth) => (nth === index ? { ...row, cells: { ...row.cells, [column]: text } } : row)))
        }
        onPaste={(cells) => !save.isPending && change(withPasted(rows, place, cells))}
        onFillDown={fillDown}
        onUndo={() => save.isPending || undo()}
      />
      <ErrorAlert error={save.error} onRetry={() => save.mutate()} />
      <Group justify="flex-end" gap="xs">
        {sent.length > 0 && (
          <Button
            variant="default"
            disabled={save.isPending}
            onClick={() => {
              setRows(rows.map((row) => ({ ...row, cells: row.saved })));
              setRefused([]);
            }}
          >
            Discard
          </Button>
        )}
        <SaveButton
          count={sent.length}
          noun="variant"
          disabled={isFaulty}
          loading={save.isPending}
          onSave={() => save.mutate()}
        />
      </Group>
    </>
  );
}
