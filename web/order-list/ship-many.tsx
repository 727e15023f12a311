/** Asks for confirmation before many orders ship at once, and takes their tracking numbers. */
import { NativeSelect, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useLocations } from "../api/use-locations.ts";
import { owedAfterPayment } from "../orders/labels.ts";
import type { OrderRow } from "../orders/types.ts";
import { useCarriers } from "../shipping/use-carriers.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { countText } from "../ui/format/format.tsx";
import { useUnsaved } from "../ui/forms/unsaved.ts";
import { numberOf, type Shipped, shipReady } from "./ship-ready.ts";

interface Props {
  readonly items: readonly OrderRow[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (ship: (order: OrderRow) => Promise<Shipped>) => void;
}

export function ShipMany({ items, opened, onClose, onConfirm }: Props) {
  const { open } = useLocations();
  const { carriers } = useCarriers();
  const [way, setWay] = useState("hand");
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({});
  useUnsaved(() => opened && Object.values(numbers).some((typed) => typed.trim() !== ""));
  const owing = items.filter((order) => owedAfterPayment(order) !== null);
  const confirm = () => {
    const carrier = carriers.find(({ code }) => code === way)?.code;
    onConfirm((order) => shipReady(order, open[0]?.id, carrier ? { carrier } : numberOf(numbers[order.id])));
    setNumbers({});
  };
  return (
    <ConfirmDialog
      title={`Ship ${countText(items.length, "order")}?`}
      opened={opened}
      onClose={onClose}
      confirmLabel={`Ship ${countText(items.length, "order")}`}
      onConfirm={confirm}
      mutation={{ isPending: false, error: null }}
    >
      <Stack gap="sm">
        <Text size="sm">
          Everything on these orders that is in stock ships now, in one parcel from each location. Shipments can be
          undone in the next step, or later on the order’s page.
        </Text>
        {owing.length > 0 && (
          <Text size="sm">
            {owing.length === 1 ? "One of them is not paid in full" : `${owing.length} of them are not paid in full`}:{" "}
            {owing.map(({ number }) => number).join(", ")}. They were edited after payment, or a payment was reversed,
            and can still ship.
          </Text>
        )}
        {carriers.length > 0 && (
          <NativeSelect
            label="How"
            value={way}
            data={[
              { value: "hand", label: "Manually" },
              ...carriers.map(({ code, label }) => ({ value: code, label: `${label}: book its cheapest label` })),
            ]}
            onChange={(event) => setWay(event.currentTarget.value)}
          />
        )}
        {way === "hand" && (
          <ScrollArea.Autosize mah={320} type="auto">
            <Stack gap={6}>
              {items.map(({ id, number }) => (
                <TextInput
                  key={id}
                  size="xs"
                  label={`Tracking number of ${number}`}
                  placeholder="Optional"
                  data-number
                  onKeyDown={toNextField}
                  value={numbers[id] ?? ""}
                  onChange={({ currentTarget: { value } }) => setNumbers((before) => ({ ...before, [id]: value }))}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

/** A scanner presses Enter after each number: this moves to the next field instead of shipping. */
function toNextField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const form = event.currentTarget.form;
  const fields = [...(form?.querySelectorAll<HTMLElement>("[data-number]") ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + 1] ?? form?.querySelector<HTMLElement>("[type=submit]");
  next?.focus();
}
