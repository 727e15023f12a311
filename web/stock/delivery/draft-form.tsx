/** The delivery that is being entered. */
import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ApiError } from "../../api/api-client.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { countText } from "../../ui/format/format.tsx";
import { isCodeInText, useScanInField } from "../../ui/forms/use-scan-in-field.ts";
import { VariantPicker } from "../../ui/forms/variant-picker.tsx";
import { type Item, ItemLineRow, inputLines } from "../item-lines.tsx";
import type { LocationId, VariantId } from "../types.ts";
import { useLastLocation } from "../use-last-location.ts";
import { addUnits, beginSending, edit, linesMax, removeItem, setUnits, useDelivery } from "./delivery.ts";
import { PastedLines } from "./pasted-lines.tsx";
import type { Sending } from "./send-delivery.ts";

export function DraftForm({ sending: { send, error, isPending, forgetError } }: { sending: Sending }) {
  const { open, location: last, setLast } = useLastLocation();
  const { draft, sent } = useDelivery();
  const { lines, pasted, reason } = draft;
  const location = open.find(({ id }) => id === (draft.locationId ?? last?.id));
  /** Whether it was to be sent, but is not complete. */
  const [isChecked, setChecked] = useState(false);
  const [said, setSaid] = useState("");
  const picker = useRef<HTMLInputElement>(null);
  const scan = useRef<(code: string) => void>(null);
  const focusPicker = useCallback(() => picker.current?.focus(), []);
  const onScan = useCallback((code: string) => {
    scan.current?.(code);
    // A second scan in the same field would put back what stood there before the first.
    picker.current?.focus();
  }, []);
  const remove = useCallback(
    (id: VariantId) => {
      removeItem(id);
      forgetError();
      picker.current?.focus();
    },
    [forgetError],
  );
  const choose = (id: string) => {
    edit({ locationId: id as LocationId }); // one of the options
    setLast(id);
  };
  const onReasonKeyDown = useScanInField(reason, (typed) => edit({ reason: typed }), onScan, isCodeInText);
  const onLocationKeyDown = useScanInField(location?.id ?? "", choose, onScan, isCodeInText);
  const add = (item: Item & { readonly trackStock: boolean }) => {
    const isNew = !lines.some(({ variantId }) => variantId === item.id);
    if (!item.trackStock) return setSaid(`The stock of ${item.sku} is not tracked.`);
    if (isNew && lines.length >= linesMax)
      return setSaid(`A delivery has at most ${linesMax} items. Receive these first.`);
    addUnits([item, 1]);
    setSaid(`${item.sku} was added.`);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sent || isPending) return;
    const input = inputLines(lines);
    if (!location || pasted.trim() || input.length === 0 || !input.every(({ quantity }) => quantity >= 1)) {
      flushSync(() => setChecked(true));
      document.querySelector<HTMLElement>('#delivery [aria-invalid="true"]')?.focus();
      return;
    }
    setChecked(false);
    setSaid("");
    const given = reason.trim() ? { reason: reason.trim() } : {};
    const delivery = { locationId: location.id, lines: input, ...given };
    beginSending({ key: crypto.randomUUID(), input: delivery, lines, at: location.name, uncertain: false });
    picker.current?.focus();
    void send();
  };
  const refused = refusedItems(error);
  const units = inputLines(lines).reduce((sum, { quantity }) => sum + (Number.isInteger(quantity) ? quantity : 0), 0);
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
            error={isChecked && !location && "Choose a location."}
            onChange={(event) => choose(event.currentTarget.value)}
            onKeyDown={onLocationKeyDown}
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
        {said && (
          <Text size="sm" role="status">
            {said}
          </Text>
        )}
        <PastedLines
          text={pasted}
          error={isChecked && pasted.trim() ? "Add these lines first, or clear them." : undefined}
          onAdded={focusPicker}
        />
        {lines.map((line) => (
          <ItemLineRow
            key={line.variantId}
            line={line}
            error={refused.get(line.variantId) ?? (isChecked && line.quantity === "" ? "How many?" : undefined)}
            setUnits={setUnits}
            onRemove={remove}
            onScan={onScan}
          />
        ))}
        <TextInput
          label="Reason"
          placeholder="Supplier, delivery note …"
          maxLength={500}
          value={reason}
          onChange={(event) => edit({ reason: event.currentTarget.value })}
          onKeyDown={onReasonKeyDown}
        />
        {!sent && <ErrorAlert error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={isPending} disabled={sent !== null && !isPending}>
            Receive {units > 0 && countText(units, "unit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

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
