/** The parcels that have left, and what can be said of each. */
import { Anchor, Badge, Button, Group, Menu, Stack, Text } from "@mantine/core";
import { IconDots, IconPackageExport } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useLocations } from "../api/use-locations.ts";
import { Card } from "../ui/card.tsx";
import { Sure } from "../ui/confirm-dialog.tsx";
import { When } from "../ui/format/format.tsx";
import { MenuLink } from "../ui/links.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { sayDone, sayRefused } from "../ui/toast.tsx";
import { useDrawer, useUrlState } from "../ui/url-state.ts";
import { EditParcel } from "./edit-parcel.tsx";
import { type Order, unitsLeft } from "./labels.ts";
import { ShipParcel } from "./ship-parcel.tsx";

type Parcel = Order["parcels"][number];

export function Parcels({ of }: { of: Order }) {
  const { can } = useSession();
  const drawer = useDrawer("ship");
  const left = of.lines.reduce((sum, line) => sum + unitsLeft(line), 0);
  const canShip = can(parcelApi.ship) && (of.status === "confirmed" || of.status === "partiallyShipped") && left > 0;
  useKeys("Order", canShip ? [{ keys: "s", does: "Ship a parcel", run: drawer.open }] : []);
  if (of.parcels.length === 0 && !canShip) return null;
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
      {of.parcels.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing has left yet. {left} {left === 1 ? "unit is" : "units are"} ready to ship.
        </Text>
      ) : (
        <Stack gap="sm">
          {of.parcels.map((each, index) => (
            <OneParcel key={each.id} of={of} parcel={each} number={index + 1} />
          ))}
        </Stack>
      )}
      {canShip && <ShipParcel of={of} {...drawer} />}
    </Card>
  );
}

/** To the carrier's own pages. */
const Link = ({ to, children }: { to: string; children: string }) => (
  <>
    {" · "}
    <Anchor href={to} target="_blank" rel="noreferrer" inherit underline="always">
      {children}
    </Anchor>
  </>
);

function OneParcel({ of, parcel: shown, number }: { of: Order; parcel: Parcel; number: number }) {
  const { can } = useSession();
  const { nameOf } = useLocations();
  const client = useQueryClient();
  const [, setSearch] = useUrlState();
  const [asking, setAsking] = useState(false);
  const editing = useDrawer(`parcel-${number}`);
  const onDone = (answer: Order) => setApiQueryData(client, orderApi.read, { id: of.id }, answer);
  const deliver = useApiMutation(parcelApi.deliver, { onSuccess: onDone });
  const undeliver = useApiMutation(parcelApi.undeliver, { onSuccess: onDone });
  const unship = useApiMutation(parcelApi.unship, { onSuccess: onDone });
  const path = { id: of.id, parcelId: shown.id };
  const delivered = shown.status === "delivered";
  const said = (what: string) => ({ onSuccess: () => sayDone(what), onError: sayRefused });
  return (
    <Group justify="space-between" align="start" wrap="nowrap" data-parcel={number}>
      <Stack gap={2} miw={0}>
        <Group gap={6}>
          <Text size="sm" fw={600}>
            Parcel {number}
          </Text>
          <Badge size="sm" variant="light" color={delivered ? "green" : "teal"} tt="none">
            {delivered ? "Delivered" : "Shipped"}
          </Badge>
        </Group>
        <Text size="sm">
          {shown.lines
            .map(({ lineId, quantity }) => `${quantity} × ${of.lines.find(({ id }) => id === lineId)?.title ?? "?"}`)
            .join(", ")}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          from {nameOf(shown.locationId)}
          {shown.service && ` · ${shown.service}`}
          {shown.trackingNumber && ` · ${shown.trackingNumber}`}
          {" · "}
          {delivered ? (
            <>
              delivered <When at={shown.deliveredAt} within />
            </>
          ) : (
            <>
              shipped <When at={shown.shippedAt} within />
            </>
          )}
          {shown.trackingUrl && <Link to={shown.trackingUrl}>Track</Link>}
          {shown.labelUrl && <Link to={shown.labelUrl}>Label</Link>}
        </Text>
      </Stack>
      <Group gap={6} wrap="nowrap">
        {!delivered && can(parcelApi.deliver) && (
          <Button
            size="compact-sm"
            variant="default"
            loading={deliver.isPending}
            aria-label={`Mark delivered: parcel ${number}`}
            onClick={() => deliver.mutate(path, said(`Parcel ${number} delivered`))}
          >
            Mark delivered
          </Button>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="compact-sm" variant="subtle" color="gray" aria-label={`More for parcel ${number}`} px={6}>
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <MenuLink to="/orders/$id/packing-slip" params={{ id: of.id }} search={{ parcel: shown.id }}>
              Packing slip
            </MenuLink>
            {can(parcelApi.edit) && <Menu.Item onClick={editing.open}>Correct how it travels</Menu.Item>}
            {delivered && can(parcelApi.undeliver) && (
              <Menu.Item onClick={() => undeliver.mutate(path, said(`Parcel ${number} is on its way again`))}>
                Undo the delivery
              </Menu.Item>
            )}
            {!delivered && can(parcelApi.unship) && (
              <Menu.Item onClick={() => setAsking(true)}>Take it back: it has not left</Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Sure
        title={`Take parcel ${number} back?`}
        opened={asking}
        onClose={() => setAsking(false)}
        does="Take it back"
        onSure={() =>
          unship.mutate(path, {
            onSuccess: () => {
              setAsking(false);
              setSearch({ open: undefined });
              sayDone(`Parcel ${number} taken back`);
            },
          })
        }
        act={unship}
      >
        <Text size="sm">Its goods are back on the shelf, promised to this order again, and the parcel is gone.</Text>
      </Sure>
      <EditParcel of={of} parcel={shown} number={number} opened={editing.opened} close={editing.close} />
    </Group>
  );
}
