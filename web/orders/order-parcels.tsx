/** The parcels of an order, and what can be done with each. */
import { Anchor, Button, Group, Menu, Stack, Text } from "@mantine/core";
import { IconDots, IconPackageExport } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useLocations } from "../api/use-locations.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Drawer } from "../ui/drawer.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { MenuLink } from "../ui/links.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { toastError, toastSuccess } from "../ui/toast.tsx";
import { useDrawer, useUrlState } from "../ui/url-state.ts";
import { EditParcel } from "./edit-parcel.tsx";
import { unitsToShip } from "./ready-parcels.ts";
import { ShipParcel } from "./ship-parcel.tsx";
import type { Order, Parcel } from "./types.ts";

export function ParcelsCard({ order }: { order: Order }) {
  const { can } = useSession();
  const drawer = useDrawer("ship");
  const left = order.lines.reduce((sum, line) => sum + unitsToShip(line), 0);
  const canShip =
    can(parcelApi.ship) && (order.status === "confirmed" || order.status === "partiallyShipped") && left > 0;
  useShortcuts("Order", canShip ? [{ keys: "s", label: "Ship a parcel", run: drawer.open }] : []);
  if (order.parcels.length === 0 && !canShip) return null;
  return (
    <Card
      title="Parcels"
      actions={
        canShip && (
          <Button size="compact-sm" leftSection={<IconPackageExport size={14} />} onClick={drawer.open}>
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
      {canShip && (
        <Drawer title="Ship a parcel" opened={drawer.opened} onClose={drawer.close}>
          <ShipParcel order={order} onClose={drawer.close} />
        </Drawer>
      )}
    </Card>
  );
}

/** A link to a page of the carrier. */
const CarrierLink = ({ to, children }: { to: string; children: string }) => (
  <>
    {" · "}
    <Anchor href={to} target="_blank" rel="noreferrer" inherit underline="always">
      {children}
    </Anchor>
  </>
);

function ParcelRow({ order, parcel, number }: { order: Order; parcel: Parcel; number: number }) {
  const { can } = useSession();
  const { nameOf } = useLocations();
  const client = useQueryClient();
  const [, setSearch] = useUrlState();
  const [confirmOpened, setConfirmOpened] = useState(false);
  const editDrawer = useDrawer(`parcel-${number}`);
  const onSuccess = (answer: Order) => setApiQueryData(client, orderApi.read, { id: order.id }, answer);
  const deliver = useApiMutation(parcelApi.deliver, { onSuccess });
  const undeliver = useApiMutation(parcelApi.undeliver, { onSuccess });
  const unship = useApiMutation(parcelApi.unship, { onSuccess });
  const path = { id: order.id, parcelId: parcel.id };
  const delivered = parcel.status === "delivered";
  const toasts = (message: string) => ({ onSuccess: () => toastSuccess(message), onError: toastError });
  return (
    <Group justify="space-between" align="start" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Group gap={6}>
          <Text size="sm" fw={600}>
            Parcel {number}
          </Text>
          <Badge color={delivered ? "green" : "teal"}>{delivered ? "Delivered" : "Shipped"}</Badge>
        </Group>
        <Text size="sm">
          {parcel.lines
            .map(({ lineId, quantity }) => `${quantity} × ${order.lines.find(({ id }) => id === lineId)?.title ?? "?"}`)
            .join(", ")}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          from {nameOf(parcel.locationId)}
          {parcel.service && ` · ${parcel.service}`}
          {parcel.trackingNumber && ` · ${parcel.trackingNumber}`}
          {" · "}
          {delivered ? (
            <>
              delivered <DateTime value={parcel.deliveredAt} inSentence />
            </>
          ) : (
            <>
              shipped <DateTime value={parcel.shippedAt} inSentence />
            </>
          )}
          {parcel.trackingUrl && <CarrierLink to={parcel.trackingUrl}>Track</CarrierLink>}
          {parcel.labelUrl && <CarrierLink to={parcel.labelUrl}>Label</CarrierLink>}
        </Text>
      </Stack>
      <Group gap={6} wrap="nowrap">
        {!delivered && can(parcelApi.deliver) && (
          <Button
            size="compact-sm"
            variant="default"
            loading={deliver.isPending}
            aria-label={`Mark as delivered: parcel ${number}`}
            onClick={() => deliver.mutate(path, toasts(`Parcel ${number} delivered`))}
          >
            Mark as delivered
          </Button>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={`More actions for parcel ${number}`}
              px={6}
            >
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <MenuLink to="/orders/$id/packing-slip" params={{ id: order.id }} search={{ parcel: parcel.id }}>
              Packing slip
            </MenuLink>
            {can(parcelApi.edit) && <Menu.Item onClick={editDrawer.open}>Edit tracking details</Menu.Item>}
            {delivered && can(parcelApi.undeliver) && (
              <Menu.Item onClick={() => undeliver.mutate(path, toasts(`Delivery of parcel ${number} undone`))}>
                Undo the delivery
              </Menu.Item>
            )}
            {!delivered && can(parcelApi.unship) && (
              <Menu.Item onClick={() => setConfirmOpened(true)}>Undo the shipment</Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <ConfirmDialog
        title={`Undo the shipment of parcel ${number}?`}
        opened={confirmOpened}
        onClose={() => setConfirmOpened(false)}
        confirmLabel="Undo the shipment"
        onConfirm={() =>
          unship.mutate(path, {
            onSuccess: () => {
              setConfirmOpened(false);
              setSearch({ open: undefined });
              toastSuccess(`Shipment of parcel ${number} undone`);
            },
          })
        }
        mutation={unship}
      >
        <Text size="sm">
          Use this if the parcel has not left. Its items are back in stock, allocated to this order, and the parcel is
          deleted.
        </Text>
      </ConfirmDialog>
      <EditParcel order={order} parcel={parcel} number={number} opened={editDrawer.opened} onClose={editDrawer.close} />
    </Group>
  );
}
