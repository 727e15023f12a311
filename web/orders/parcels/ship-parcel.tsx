/** Ships a parcel: from which location, and with a label from a carrier or an existing one. */
import { Alert, Button, Group, NativeSelect, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useLocations } from "../../api/use-locations.ts";
import { awaitsLabel } from "../../shipping/awaits-label.ts";
import { BookParcel } from "../../shipping/book-parcel.tsx";
import { PrintLabel } from "../../shipping/print-label.tsx";
import { ShipByHand } from "../../shipping/ship-by-hand.tsx";
import { useCarriers } from "../../shipping/use-carriers.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { countText } from "../../ui/format/format.tsx";
import { moneyText } from "../../ui/format/money.ts";
import { FocusWhenLoaded } from "../../ui/layout/focus-when-loaded.tsx";
import { NoLocation } from "../../ui/layout/no-location.tsx";
import { owedAfterPayment } from "../labels.ts";
import type { LocationId, Order, Parcel } from "../types.ts";
import { readyParcels, unitsToShip } from "./ready-parcels.ts";

interface Props {
  readonly order: Order;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export default function ShipParcel({ order, opened, onClose }: Props) {
  const { open, nameOf } = useLocations();
  const { carriers, isAwaited, error, refetch } = useCarriers();
  const ready = readyParcels(order);
  const [chosen, setChosen] = useState<LocationId | null>(null);
  const [way, setWay] = useState("carrier");
  const [booked, setBooked] = useState<Parcel | null>(null);
  const [wasOpened, setWasOpened] = useState(opened);
  // Opened again, it is for the next parcel. Not as it closes: the fields of the next one would take the focus.
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setBooked(null);
  }
  if (booked) return <Booked order={order} parcel={booked} onClose={onClose} />;
  if (unitsToShip(order) <= 0) return <Text size="sm">Nothing on this order is ready to ship.</Text>;
  // Locations that have units allocated to this order. Items without stock tracking can ship from any open one.
  const locationIds = ready.length > 0 ? ready.map(({ locationId }) => locationId) : open.map(({ id }) => id);
  const from = chosen && locationIds.includes(chosen) ? chosen : locationIds[0];
  if (!from) return <NoLocation title="There is no location to ship from" />;
  if (isAwaited) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  const owed = owedAfterPayment(order);
  return (
    <Stack gap="md">
      {owed && (
        <Alert color="orange" title={`The customer still owes ${moneyText(owed)}`}>
          The order was edited after payment, or a payment was reversed. It can still ship.
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
      {carriers.length > 0 && (
        <SegmentedControl
          aria-label="Shipping method"
          value={way}
          onChange={setWay}
          data={[
            { value: "carrier", label: "Book a label" },
            { value: "hand", label: "Manually" },
          ]}
        />
      )}
      {carriers.length > 0 && way === "carrier" ? (
        <BookParcel key={from} order={order} from={from} onBooked={setBooked} onClose={onClose} />
      ) : (
        <ShipByHand key={from} order={order} from={from} onClose={onClose} />
      )}
      <FocusWhenLoaded />
    </Stack>
  );
}

const allocatedAt = ({ lines }: Order, id: LocationId): number =>
  lines
    .flatMap(({ allocations }) => allocations)
    .reduce((sum, { locationId, quantity }) => sum + (locationId === id ? quantity : 0), 0);

/** The label has been made, and can be printed at once. */
function Booked({ order, parcel, onClose }: Omit<Props, "opened"> & { readonly parcel: Parcel }) {
  const now = order.parcels.find(({ id }) => id === parcel.id) ?? parcel;
  return (
    <Stack gap="md">
      <Alert color="green" title="The label is booked">
        {now.courier && `${now.courier}, `}
        {now.trackingNumber}
        {now.cost && `, ${moneyText(now.cost)}`}
      </Alert>
      {awaitsLabel(now) && (
        <Text size="sm" role="status">
          The label is being fetched.
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <PrintLabel order={order} parcel={now} document="customsDocuments" variant="default" />
        <PrintLabel order={order} parcel={now} autoFocus />
      </Group>
    </Stack>
  );
}
