/** What goes into a parcel, from where, and how it travels. */
import { Button, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { setApiQueryData } from "../api/hooks.ts";
import { useLocations } from "../api/use-locations.ts";
import { Panel } from "../ui/drawer.tsx";
import { countText } from "../ui/format/format.tsx";
import { FormEnd, useActForm } from "../ui/forms/api-form.tsx";
import { sayDone } from "../ui/toast.tsx";
import type { Order } from "./labels.ts";
import { readyParcels } from "./ready-parcels.ts";

type LocationId = Order["parcels"][number]["locationId"];
interface Props {
  readonly of: Order;
  readonly opened: boolean;
  readonly close: () => void;
}

export function ShipParcel({ of, opened, close }: Props) {
  return (
    <Panel title="Ship a parcel" opened={opened} onClose={close}>
      <Ship of={of} close={close} />
    </Panel>
  );
}

function Ship({ of, close }: Omit<Props, "opened">) {
  const { open, nameOf } = useLocations();
  const ready = readyParcels(of);
  const [chosen, setChosen] = useState<LocationId | null>(null);
  // Where units lie for this order; any open place for goods whose stock is not counted.
  const places = ready.length > 0 ? ready.map(({ locationId }) => locationId) : open.map(({ id }) => id);
  const from = chosen && places.includes(chosen) ? chosen : places[0];
  if (!from) return <Text size="sm">There is no location to ship from.</Text>;
  return (
    <Stack gap="md">
      <NativeSelect
        label="From"
        value={from}
        data={places.map((id) => ({
          value: id,
          label: `${nameOf(id)} (${countText(readyAt(of, id), "unit")})`,
        }))}
        onChange={(event) => setChosen(places.find((id) => id === event.currentTarget.value) ?? null)}
      />
      <Form key={`${from} ${readyAt(of, from)}`} of={of} from={from} close={close} />
    </Stack>
  );
}

const readyAt = ({ lines }: Order, place: LocationId): number =>
  lines
    .flatMap(({ allocations }) => allocations)
    .reduce((sum, { locationId, quantity }) => sum + (locationId === place ? quantity : 0), 0);

function Form({ of, from, close }: { of: Order; from: LocationId; close: () => void }) {
  const client = useQueryClient();
  const lines = of.lines.flatMap((line) => {
    const held = line.allocations.find(({ locationId }) => locationId === from)?.quantity ?? 0;
    const most = line.tracked ? held : line.quantity - line.shipped;
    return most > 0 ? [{ ...line, most }] : [];
  });
  const form = useActForm(parcelApi.ship, {
    from: {
      quantities: Object.fromEntries(lines.map(({ id, most }) => [id, most])) as Record<string, number | string>, // an emptied field is ""
      service: "",
      trackingNumber: "",
      trackingUrl: "",
      labelUrl: "",
    },
    asked: ({ quantities, service, trackingNumber, trackingUrl, labelUrl }) => ({
      id: of.id,
      locationId: from,
      lines: lines
        .map(({ id }) => ({ lineId: id, quantity: Number(quantities[id] || 0) }))
        .filter(({ quantity }) => quantity !== 0),
      ...(service.trim() && { service }),
      ...(trackingNumber.trim() && { trackingNumber }),
      ...(trackingUrl.trim() && { trackingUrl }),
      ...(labelUrl.trim() && { labelUrl }),
    }),
    fieldOf: { lines: `quantities.${lines[0]?.id}` },
    onDone: (answer) => {
      setApiQueryData(client, orderApi.read, { id: of.id }, answer.order);
      sayDone(
        `Parcel shipped: ${countText(
          answer.parcel.lines.reduce((sum, { quantity }) => sum + quantity, 0),
          "unit",
        )}`,
      );
      form.reset();
      close();
    },
  });
  const setAll = (units: (line: (typeof lines)[number]) => number) =>
    form.setFieldValue("quantities", Object.fromEntries(lines.map((line) => [line.id, units(line)])));
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text size="sm" fw={550}>
            In the parcel
          </Text>
          <Group gap={4}>
            <Button size="compact-xs" variant="subtle" onClick={() => setAll(({ most }) => most)}>
              All
            </Button>
            <Button size="compact-xs" variant="subtle" onClick={() => setAll(() => 0)}>
              None
            </Button>
          </Group>
        </Group>
        {lines.map(({ id, title, sku, most }) => (
          <Group key={id} justify="space-between" wrap="nowrap" align="start">
            <Stack gap={0} miw={0}>
              <Text size="sm">{title}</Text>
              <Text size="xs" c="dimmed" ff="monospace">
                {sku}
              </Text>
            </Stack>
            <Group gap={6} wrap="nowrap">
              <NumberInput
                size="xs"
                w={84}
                min={0}
                max={most}
                allowDecimal={false}
                allowNegative={false}
                aria-label={`Units of ${sku} in the parcel`}
                {...form.getInputProps(`quantities.${id}`)}
              />
              <Text size="xs" c="dimmed" w={36}>
                of {most}
              </Text>
            </Group>
          </Group>
        ))}
        {/* Everything is in the parcel already: the scanner types the number and presses Enter. */}
        <TextInput label="Tracking number" data-autofocus {...form.getInputProps("trackingNumber")} />
        <TextInput label="Service" placeholder="Surface, express …" {...form.getInputProps("service")} />
        <TextInput label="Tracking link" type="url" placeholder="https://" {...form.getInputProps("trackingUrl")} />
        <TextInput label="Link to the label" type="url" placeholder="https://" {...form.getInputProps("labelUrl")} />
        <FormEnd form={form} label="Ship the parcel" onCancel={close} />
      </Stack>
    </form>
  );
}
