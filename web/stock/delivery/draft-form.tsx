/** The delivery that is being entered. */
import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, type RefObject, useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { linesMax, quantityMax } from "#core/contract/kit/fields";
import type { ApiError } from "../../api/api-client.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { countText } from "../../ui/format/format.tsx";
import { VariantPicker } from "../../ui/forms/variant-picker.tsx";
import { isCodeInText, useScanInField } from "../../ui/scan/use-scan-in-field.ts";
import { useStrayKeys } from "../../ui/scan/use-stray-keys.ts";
import { type Item, type ItemLine, ItemLineRow, inputLines } from "../item-lines.tsx";
import type { LocationId, VariantId } from "../types.ts";
import { useLastLocation } from "../use-last-location.ts";
import { addUnits, beginSending, edit, hasRoomFor, removeItem, setUnits, useDelivery } from "./delivery.ts";
import { DoubtAlert } from "./doubt-alert.tsx";
import { isDoubtful } from "./draft.ts";
import { PastedLines } from "./pasted-lines.tsx";

interface Props {
  /** The field for the next item. */
  readonly picker: RefObject<HTMLInputElement | null>;
  readonly send: () => Promise<void>;
}

export function DraftForm({ picker, send }: Props) {
  const { open, location: last, setLast } = useLastLocation();
  const { store, draft, sent, error, isSending } = useDelivery();
  const { lines, pasted, reason } = draft;
  const location = open.find(({ id }) => id === (draft.locationId ?? last?.id));
  /** Whether it was to be sent, but is not complete. */
  const [isChecked, setChecked] = useState(false);
  const [said, setSaid] = useState("");
  const scan = useRef<(code: string) => void>(null);
  const focusPicker = useCallback(() => picker.current?.focus(), [picker]);
  const onScan = useCallback(
    (code: string) => {
      scan.current?.(code);
      // A second scan in the same field would put back what stood there before the first.
      focusPicker();
    },
    [focusPicker],
  );
  useStrayKeys(picker);
  const onUnits = useCallback((id: VariantId, units: ItemLine["quantity"]) => setUnits(store, id, units), [store]);
  const onRemove = useCallback(
    (id: VariantId) => {
      removeItem(store, id);
      focusPicker();
    },
    [store, focusPicker],
  );
  const onReasonKeyDown = useScanInField(reason, (typed) => edit(store, { reason: typed }), onScan, isCodeInText);
  const add = (item: Item & { readonly trackStock: boolean }) => {
    if (!location) return setSaid("Choose a location first.");
    if (!item.trackStock) return setSaid(`The stock of ${item.sku} is not tracked.`);
    if (!hasRoomFor(store, item)) return setSaid(`A delivery has at most ${linesMax} items. Receive these first.`);
    addUnits(store, location.id, [[item, 1]]);
    const line = store.current().draft.lines.find(({ variantId }) => variantId === item.id);
    setSaid(`${item.sku}: ${line?.quantity}`);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sent || isSending) return;
    // It has become too old on an open page, which only now asks about it.
    if (isDoubtful(store.current().draft)) return store.change({});
    const input = inputLines(lines);
    const isComplete = !pasted.trim() && lines.length > 0 && lines.length <= linesMax && input.every(isWhole);
    if (!location || !isComplete) {
      flushSync(() => setChecked(true));
      document.querySelector<HTMLElement>('#delivery [aria-invalid="true"]')?.focus();
      return;
    }
    setChecked(false);
    setSaid("");
    beginSending(store, {
      key: draft.key,
      begunAt: draft.begunAt,
      input: { locationId: location.id, lines: input, ...(reason.trim() && { reason: reason.trim() }) },
      lines,
      locationName: location.name,
      uncertain: false,
    });
    focusPicker();
    void send();
  };
  const refused = refusedItems(error);
  const units = inputLines(lines).reduce((sum, line) => sum + (isWhole(line) ? line.quantity : 0), 0);
  return (
    <form id="delivery" onSubmit={submit} onKeyDown={toNextItem} noValidate>
      <Stack maw={640} gap="md">
        {(open.length > 1 || !location) && (
          <NativeSelect
            label="Location"
            value={location?.id ?? ""}
            data={[
              ...(location ? [] : [{ value: "", label: "Choose a location" }]),
              ...open.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            // What was sent may come back, and belongs to this location.
            disabled={sent !== null}
            error={isChecked && !location && "Choose a location."}
            onChange={(event) => {
              edit(store, { locationId: event.currentTarget.value as LocationId }); // one of the options
              setLast(event.currentTarget.value);
            }}
          />
        )}
        <VariantPicker
          label="Add an item"
          autoFocus
          scan={scan}
          input={picker}
          onPick={add}
          error={isChecked && lines.length === 0 && !pasted.trim() ? "Add at least one item." : undefined}
        />
        <Text size="sm" role="status">
          {said}
        </Text>
        <PastedLines
          locationId={location?.id}
          error={isChecked && pasted.trim() ? "Add these lines first, or clear them." : undefined}
          onScan={onScan}
          onAdded={focusPicker}
        />
        {lines.map((line) => (
          <ItemLineRow
            key={line.variantId}
            line={line}
            error={refused.get(line.variantId) ?? (isChecked && line.quantity === "" ? "How many?" : undefined)}
            setUnits={onUnits}
            onRemove={onRemove}
            onScan={onScan}
          />
        ))}
        {isChecked && lines.length > linesMax && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            A delivery has at most {linesMax} items: remove {lines.length - linesMax}.
          </Text>
        )}
        <TextInput
          label="Reason"
          placeholder="Supplier, delivery note …"
          maxLength={500}
          value={reason}
          onChange={(event) => edit(store, { reason: event.currentTarget.value })}
          onKeyDown={onReasonKeyDown}
        />
        {!sent && <ErrorAlert error={error} />}
        {!sent && <DoubtAlert onDecided={focusPicker} />}
        <Group justify="flex-end">
          <Button type="submit" loading={isSending} disabled={(sent !== null && !isSending) || isDoubtful(draft)}>
            Receive {units > 0 && countText(units, "unit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const isWhole = ({ quantity }: { readonly quantity: number }): boolean =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= quantityMax;

/** Enter after a number of units goes on to the next item: it must not receive a delivery that is half entered. */
function toNextItem(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, ctrlKey, metaKey } = event;
  if (key !== "Enter" || ctrlKey || metaKey || event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>("[data-autofocus]")?.focus();
}

/** Why items were refused, by variant. */
function refusedItems(error: ApiError | null): ReadonlyMap<string, string> {
  const word = {
    "stock.untracked": "Not tracked",
    "variant.unknown": "No longer there",
    "stock.tooMuch": "Too many",
  }[error?.code as string];
  const { variantIds = [], variantId } = (error?.detail ?? {}) as { variantIds?: string[]; variantId?: string };
  return new Map(word ? [...variantIds, ...(variantId ? [variantId] : [])].map((id) => [id, word]) : []);
}
