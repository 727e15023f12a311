/** The order being packed. */
import { Alert, Group, Stack, Text } from "@mantine/core";
import * as orderApi from "#core/contract/order";
import { useApiQuery } from "../api/hooks.ts";
import { useLocations } from "../api/use-locations.ts";
import { owedAfterPayment, statusBadges } from "../orders/labels.ts";
import { readyParcels } from "../orders/parcels/ready-parcels.ts";
import type { Order } from "../orders/types.ts";
import { useCarriers } from "../shipping/use-carriers.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { moneyText } from "../ui/format/money.ts";
import { TextLink } from "../ui/links/links.tsx";
import { ScanField } from "../ui/scan/scan-field.tsx";
import type { EarlyScans } from "./count-scans.ts";
import { NextSlip } from "./next-slip.tsx";
import { PackParcel } from "./pack-parcel.tsx";

interface Props {
  readonly id: Order["id"];
  readonly scans: EarlyScans;
  /** Opens the order with another number. Null once it is open; otherwise why it is not: `none` if there is none. */
  readonly onOther: (code: string, none: string) => Promise<string | null>;
  readonly onLeave: () => void;
}

export function PackOrder({ id, scans, onOther, onLeave }: Props) {
  const locations = useLocations();
  // Where they are not known, the parcel would ship by hand.
  const carriers = useCarriers();
  const query = useApiQuery(orderApi.read, { id }, { keepPrevious: false });
  const sheet = useApiQuery(orderApi.pickingSheet, { orderIds: [id] }, { keepPrevious: false });
  const order = query.data;
  const error = query.error ?? sheet.error ?? locations.error ?? carriers.error;
  if (!order || !sheet.data || locations.isAwaited || carriers.isAwaited) {
    const queries = [query, sheet, locations, carriers];
    if (!error)
      return (
        <Stack maw={640}>
          <ScanField label="Scan an item" onScan={scans.wait} />
        </Stack>
      );
    return <ErrorAlert error={error} onRetry={() => void Promise.all(queries.map(({ refetch }) => refetch()))} />;
  }
  const ships = order.status === "confirmed" || order.status === "partiallyShipped";
  const ready = ships ? readyParcels(order, locations.open[0]?.id) : [];
  const owed = owedAfterPayment(order);
  return (
    <Stack gap="md" maw={640}>
      <Group gap="sm">
        <Text fw={650} size="lg">
          <TextLink to="/orders/$id" params={{ id }} inherit>
            {order.number}
          </TextLink>
        </Text>
        <Text size="sm" c="dimmed">
          {[order.contact?.name, order.address?.city].filter((part) => part).join(", ")}
        </Text>
      </Group>
      {owed && (
        <Alert color="orange" title={`The customer still owes ${moneyText(owed)}`}>
          The total went up after the order was paid, or a payment was reversed. It can still ship.
        </Alert>
      )}
      <PackParcel order={order} ready={ready} sheet={sheet.data} scans={scans} onOther={onOther} onLeave={onLeave}>
        <NextSlip onOther={onOther} onEnter={onLeave} />
        <Alert color="yellow" role="alert" title="Nothing to pack">
          {ships
            ? "No units of this order are ready: they wait for stock, or a carrier is being asked about them."
            : `The order is ${statusBadges[order.status][0].toLowerCase()}.`}
        </Alert>
      </PackParcel>
    </Stack>
  );
}
