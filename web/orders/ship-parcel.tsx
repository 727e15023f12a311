/** Ships a parcel: what is in it, from which location, and its tracking details. */
import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { setApiQueryData } from "../api/hooks.ts";
import { useLocations } from "../api/use-locations.ts";
import { countText } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { LineQuantity } from "../ui/forms/line-quantity.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { owedAfterPayment } from "./labels.ts";
import { readyParcels } from "./ready-parcels.ts";
import type { LocationId, Order } from "./types.ts";

interface Props {
  readonly order: Order;
  readonly onClose: () => void;
}

export function ShipParcel({ order, onClose }: Props) {
  const { open, nameOf } = useLocations();
  const ready = readyParcels(order);
  const [chosen, setChosen] = useState<LocationId | null>(null);
  // Locations that have units allocated to this order. Items whose stock is not tracked can ship from any open one.
  const locationIds = ready.length > 0 ? ready.map(({ locationId }) => locationId) : open.map(({ id }) => id);
  const from = chosen && locationIds.includes(chosen) ? chosen : locationIds[0];
  if (!from) return <Text size="sm">There is no location to ship from.</Text>;
  const owed = owedAfterPayment(order);
  return (
    <Stack gap="md">
      {owed && (
        <Alert color="orange" title={`The customer still owes ${moneyText(owed)}`}>
          The order came to more after it was paid. It can ship all the same.
        </Alert>
      )}
      <NativeSelect
        label="From"
        value={from}
        data={locationIds.map((id) => ({
          value: id,
          label: `${nameOf(id)} (${countText(allocatedAt(order, id), "unit")})`,
        }))}
        onChange={(event) => setChosen(locationIds.find((id) => id === event.currentTarget.value) ?? null)}
      />
      <ParcelForm key={`${from} ${allocatedAt(order, from)}`} order={order} from={from} onClose={onClose} />
    </Stack>
  );
}

const allocatedAt = ({ lines }: Order, id: LocationId): number =>
  lines
    .flatMap(({ allocations }) => allocations)
    .reduce((sum, { locationId, quantity }) => sum + (locationId === id ? quantity : 0), 0);

function ParcelForm({ order, from, onClose }: Props & { readonly from: LocationId }) {
  const client = useQueryClient();
  const lines = order.lines.flatMap((line) => {
    const allocated = line.allocations.find(({ locationId }) => locationId === from)?.quantity ?? 0;
    const available = line.tracked ? allocated : line.quantity - line.shipped;
    return available > 0 ? [{ ...line, available }] : [];
  });
  const form = useApiForm(parcelApi.ship, {
    initialValues: {
      quantities: Object.fromEntries(lines.map(({ id, available }) => [id, available])) as Record<
        string,
        number | string
      >, // an emptied field is ""
      service: "",
      trackingNumber: "",
      trackingUrl: "",
      labelUrl: "",
    },
    toInput: ({ quantities, service, trackingNumber, trackingUrl, labelUrl }) => ({
      id: order.id,
      locationId: from,
      lines: lines
        .map(({ id }) => ({ lineId: id, quantity: Number(quantities[id] || 0) }))
        .filter(({ quantity }) => quantity !== 0),
      ...(service.trim() && { service }),
      ...(trackingNumber.trim() && { trackingNumber }),
      ...(trackingUrl.trim() && { trackingUrl }),
      ...(labelUrl.trim() && { labelUrl }),
    }),
    fieldNames: { lines: `quantities.${lines[0]?.id}` },
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer.order);
      toastSuccess(
        `Parcel shipped: ${countText(
          answer.parcel.lines.reduce((sum, { quantity }) => sum + quantity, 0),
          "unit",
        )}`,
      );
      form.reset();
      onClose();
    },
  });
  const setAll = (quantityOf: (line: (typeof lines)[number]) => number) =>
    form.setFieldValue("quantities", Object.fromEntries(lines.map((line) => [line.id, quantityOf(line)])));
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text size="sm" fw={550}>
            In the parcel
          </Text>
          <Group gap={4}>
            <Button size="compact-xs" variant="subtle" onClick={() => setAll(({ available }) => available)}>
              All
            </Button>
            <Button size="compact-xs" variant="subtle" onClick={() => setAll(() => 0)}>
              None
            </Button>
          </Group>
        </Group>
        {lines.map(({ id, title, sku, available }) => (
          <LineQuantity
            key={id}
            title={title}
            sku={sku}
            max={available}
            label={`Units of ${sku} in the parcel`}
            inputProps={form.getInputProps(`quantities.${id}`)}
          />
        ))}
        {/* It has the focus, because everything is in the parcel already: a scanner types the number and presses Enter. */}
        <TextInput label="Tracking number" data-autofocus {...form.getInputProps("trackingNumber")} />
        <TextInput label="Service" placeholder="Surface, express …" {...form.getInputProps("service")} />
        <TextInput label="Tracking link" type="url" placeholder="https://" {...form.getInputProps("trackingUrl")} />
        <TextInput label="Label link" type="url" placeholder="https://" {...form.getInputProps("labelUrl")} />
        <FormFooter form={form} submitLabel="Ship the parcel" onCancel={onClose} />
      </Stack>
    </form>
  );
}
