/** Asks before many orders ship at once, and takes their tracking numbers. */
import { NativeSelect, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Asked } from "#core/contract/kit";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { ApiError, callApi } from "../api/api-client.ts";
import { useLocations } from "../api/use-locations.ts";
import { owedAfterPayment } from "../orders/labels.ts";
import { readyParcels } from "../orders/parcels/ready-parcels.ts";
import type { LocationId, OrderRow } from "../orders/types.ts";
import { useCarriers } from "../shipping/use-carriers.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { countText } from "../ui/format/format.tsx";

interface Props {
  readonly items: readonly OrderRow[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (ship: (order: OrderRow) => Promise<void>) => void;
}

export function ShipMany({ items, opened, onClose, onConfirm }: Props) {
  const { open } = useLocations();
  const carriers = useCarriers();
  const [way, setWay] = useState("hand");
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({});
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
          Everything on these orders that is in stock ships now, in one parcel from each location. A shipment can be
          undone on the order’s page.
        </Text>
        {owing.length > 0 && (
          <Text size="sm">
            {owing.length === 1 ? "One of them is not paid in full" : `${owing.length} of them are not paid in full`}:{" "}
            {owing.map(({ number }) => number).join(", ")}. They were edited after payment, and can still ship.
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

/** How a parcel travels: with a number that somebody has, or by a carrier that is asked for a label. */
type How = Pick<Asked<typeof parcelApi.ship>, "carrier" | "trackingNumber">;

const numberOf = (typed = ""): How => (typed.trim() === "" ? {} : { trackingNumber: typed.trim() });

/**
 * Ships a parcel from each location that has units allocated to the order; a number is the first one's. `fallback` is for
 * items whose stock is not tracked.
 */
async function shipReady({ id }: OrderRow, fallback: LocationId | undefined, how: How): Promise<void> {
  const parcels = readyParcels(await callApi(orderApi.read, { id }), fallback);
  if (parcels.length === 0) throw new ApiError("parcel.tooMany", "Nothing on the order is ready to ship.");
  for (const [index, parcel] of parcels.entries()) {
    const isFirst = index === 0 || how.carrier !== undefined;
    await callApi(parcelApi.ship, { id, ...parcel, ...(isFirst && how) });
  }
}
