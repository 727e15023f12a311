/** The parcels of an order, and what can be done with each. */
import { Button, Stack, Text } from "@mantine/core";
import * as orderApi from "../../../core/contract/order.ts";
import * as parcelApi from "../../../core/contract/parcel.ts";
import { useSession } from "../../api/session.tsx";
import { useRefetchWhile } from "../../api/use-refetch-while.ts";
import { awaitsLabel } from "../../shipping/awaits-label.ts";
import { PackageMinusIcon } from "../../ui/icons.ts";
import { lazyPart } from "../../ui/later/lazy-part.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Drawer } from "../../ui/layout/drawer.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { useDrawer } from "../../ui/url-state.ts";
import type { Order } from "../types.ts";
import { ParcelRow } from "./parcel-row.tsx";
import { unitsToShip } from "./ready-parcels.ts";

/** Loaded on first use, with its rates and forms. */
const ShipParcel = lazyPart(() => import("./ship-parcel.tsx"));

const polled = [orderApi.read];

export function ParcelsCard({ order }: { order: Order }) {
  const { can } = useSession();
  const drawer = useDrawer("ship");
  const left = unitsToShip(order);
  const canShip =
    can(parcelApi.ship) && (order.status === "confirmed" || order.status === "partiallyShipped") && left > 0;
  useShortcuts("Order", canShip ? [{ keys: "s", label: "Ship a parcel", run: drawer.open }] : []);
  const isUnderWay = order.parcels.some(
    (parcel) => parcel.status === "booking" || parcel.status === "voiding" || awaitsLabel(parcel),
  );
  useRefetchWhile(isUnderWay ? order.id : "", polled);
  if (order.parcels.length === 0 && !canShip) return null;
  return (
    <Card
      title="Parcels"
      actions={
        canShip && (
          <Button size="compact-sm" leftSection={<PackageMinusIcon size={14} />} onClick={drawer.open}>
            Ship a parcel
          </Button>
        )
      }
    >
      {order.parcels.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing has shipped yet. {left} {left === 1 ? "unit is" : "units are"} ready to ship.
        </Text>
      ) : (
        <Stack gap="sm">
          {order.parcels.map((parcel, index) => (
            <ParcelRow key={parcel.id} order={order} parcel={parcel} number={index + 1} />
          ))}
        </Stack>
      )}
      {can(parcelApi.ship) && (
        <Drawer title="Ship a parcel" opened={drawer.opened} onClose={drawer.close}>
          <ShipParcel order={order} opened={drawer.opened} onClose={drawer.close} />
        </Drawer>
      )}
    </Card>
  );
}
