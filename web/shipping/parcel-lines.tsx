/** The items that can go into a parcel from a location, with their quantities. */
import { Button, Group, Text } from "@mantine/core";
import { heldUnits } from "../orders/parcels/ready-parcels.ts";
import type { LocationId, Order } from "../orders/types.ts";
import { LineQuantity } from "../ui/forms/line-quantity.tsx";
import { type NumberValue, parseNumber } from "../ui/forms/parse-input.ts";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";

export type Quantities = Readonly<Record<string, NumberValue>>; // an emptied field is ""

type Packable = ReturnType<typeof packableLines>;

/** The units of an order that can ship from a location, without those in parcels that are being booked. */
export function packableLines({ lines, parcels }: Order, from: LocationId) {
  return lines.flatMap((line) => {
    const allocated = line.allocations.find(({ locationId }) => locationId === from)?.quantity ?? 0;
    const available = line.tracked
      ? allocated - heldUnits(parcels, line.id, from)
      : line.quantity - line.shipped - heldUnits(parcels, line.id);
    return available > 0 ? [{ ...line, available }] : [];
  });
}

export const allOf = (lines: Packable): Quantities =>
  Object.fromEntries(lines.map(({ id, available }) => [id, available]));

export const chosenLines = (lines: Packable, quantities: Quantities) =>
  lines
    .map(({ id }) => ({ lineId: id, quantity: parseNumber(quantities[id] || 0) }))
    .filter(({ quantity }) => quantity !== 0);

interface Props {
  readonly lines: Packable;
  readonly getInputProps: GetInputProps;
  readonly onSet: (quantities: Quantities) => void;
}

export function ParcelLines({ lines, getInputProps, onSet }: Props) {
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" fw={550}>
          In the parcel
        </Text>
        <Group gap={4}>
          <Button size="compact-xs" variant="subtle" onClick={() => onSet(allOf(lines))}>
            All
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => onSet(Object.fromEntries(lines.map(({ id }) => [id, 0])))}
          >
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
          inputProps={getInputProps(`quantities.${id}`)}
        />
      ))}
    </>
  );
}
