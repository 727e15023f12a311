/** A parcel of an order: its contents, its state and its actions. */
import { Alert, Anchor, Button, Group, Menu, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { serviceText } from "#core/contract/values/service-text";
import { setApart } from "#core/contract/values/set-apart";
import * as orderApi from "../../../core/contract/order.ts";
import * as parcelApi from "../../../core/contract/parcel.ts";
import { setApiQueryData, useApiMutation } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { useLocations } from "../../api/use-locations.ts";
import { TestModeBadge } from "../../providers/badges.tsx";
import { providerLabel } from "../../providers/labels.ts";
import { DecideParcel } from "../../shipping/decide-parcel.tsx";
import { parcelBadges } from "../../shipping/labels.ts";
import { PrintLabel } from "../../shipping/print-label.tsx";
import { Tracking } from "../../shipping/tracking.tsx";
import { UnshipParcel } from "../../shipping/unship-parcel.tsx";
import { Badge } from "../../ui/badge.tsx";
import { DateTime } from "../../ui/format/format.tsx";
import { moneyText } from "../../ui/format/money.ts";
import { EllipsisIcon } from "../../ui/icons.ts";
import { lazyPart } from "../../ui/later/lazy-part.tsx";
import { Drawer } from "../../ui/layout/drawer.tsx";
import { MenuLink } from "../../ui/links/menu-link.tsx";
import { toastError, toastSuccess, toastUndo } from "../../ui/toast.tsx";
import { useDrawer } from "../../ui/url-state.ts";
import type { Order, Parcel } from "../types.ts";

const EditParcel = lazyPart(() => import("./edit-parcel.tsx"));

interface Props {
  readonly order: Order;
  readonly parcel: Parcel;
  readonly number: number;
}

/** A link to the carrier's site. */
const CarrierLink = ({ to, children }: { to: string; children: string }) => (
  <>
    {" · "}
    <Anchor href={to} target="_blank" rel="noreferrer" inherit underline="always">
      {children}
    </Anchor>
  </>
);

export function ParcelRow({ order, parcel, number }: Props) {
  const [badge, color] = parcelBadges[parcel.status];
  return (
    <Group justify="space-between" align="start" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Group gap={6}>
          <Text size="sm" fw={600}>
            Parcel {number}
          </Text>
          <Badge color={color}>{badge}</Badge>
          <TestModeBadge mode={parcel.mode} />
        </Group>
        <Text size="sm">
          {parcel.lines
            .map(
              ({ lineId, quantity }) =>
                `${quantity} × ${setApart(order.lines.find(({ id }) => id === lineId)?.title ?? "?")}`,
            )
            .join(", ")}
        </Text>
        <How parcel={parcel} />
        {parcel.says && (
          <Alert color="orange" py={6} px="xs" mt={4}>
            <Text size="xs">{parcel.says}</Text>
          </Alert>
        )}
        <Tracking parcel={parcel} />
      </Stack>
      <Actions order={order} parcel={parcel} number={number} />
    </Group>
  );
}

function How({ parcel }: { parcel: Parcel }) {
  const { nameOf } = useLocations();
  const { carrier, courier, trackingNumber, cost, collect, weightGrams, shippedAt, deliveredAt } = parcel;
  const details = [
    carrier !== "manual" && providerLabel(carrier),
    courier,
    serviceText(parcel),
    trackingNumber,
    weightGrams !== null && `${weightGrams} g`,
    cost && moneyText(cost),
    collect && `collects ${moneyText(collect)}`,
  ].filter((detail) => detail);
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      from {nameOf(parcel.locationId)}
      {details.map((detail) => ` · ${detail}`)}
      {deliveredAt ? (
        <>
          {" · "}delivered <DateTime value={deliveredAt} inSentence />
        </>
      ) : (
        shippedAt && (
          <>
            {" · "}shipped <DateTime value={shippedAt} inSentence />
          </>
        )
      )}
      {parcel.trackingUrl && <CarrierLink to={parcel.trackingUrl}>Track</CarrierLink>}
      {parcel.labelUrl && <CarrierLink to={parcel.labelUrl}>Label</CarrierLink>}
    </Text>
  );
}

function Actions({ order, parcel, number }: Props) {
  const { can } = useSession();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<"unship" | "happened" | "did not" | null>(null);
  const editDrawer = useDrawer(`parcel-${number}`);
  const onSuccess = (answer: Order) => setApiQueryData(client, orderApi.read, { id: order.id }, answer);
  const deliver = useApiMutation(parcelApi.deliver, { onSuccess });
  const undeliver = useApiMutation(parcelApi.undeliver, { onSuccess });
  const refresh = useApiMutation(parcelApi.refresh, { onSuccess });
  const path = { id: order.id, parcelId: parcel.id };
  const toasts = (message: string) => ({ onSuccess: () => toastSuccess(message), onError: toastError });
  const markDelivered = () =>
    deliver.mutate(path, {
      onSuccess: () =>
        toastUndo(`Parcel ${number} delivered`, () =>
          undeliver.mutateAsync(path).then(() => toastSuccess(`Delivery of parcel ${number} undone`)),
        ),
      onError: toastError,
    });
  const isBooked = parcel.mode !== null;
  const isUnderWay = parcel.status === "booking" || parcel.status === "voiding";
  const close = () => setDialog(null);
  return (
    <Group gap={6} wrap="nowrap" align="start">
      {can(parcelApi.label) && (
        <>
          <PrintLabel order={order} parcel={parcel} size="compact-sm" variant="default" />
          <PrintLabel order={order} parcel={parcel} document="customsDocuments" size="compact-sm" variant="default" />
        </>
      )}
      {parcel.status === "shipped" && !isBooked && can(parcelApi.deliver) && (
        <Button
          size="compact-sm"
          variant="default"
          loading={deliver.isPending}
          aria-label={`Mark as delivered: parcel ${number}`}
          onClick={markDelivered}
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
            <EllipsisIcon size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuLink to="/orders/$id/packing-slip" params={{ id: order.id }} search={{ parcel: parcel.id }}>
            Packing slip
          </MenuLink>
          {isBooked && !isUnderWay && can(parcelApi.refresh) && (
            <Menu.Item onClick={() => refresh.mutate(path, toasts(`The carrier was asked about parcel ${number}`))}>
              {parcel.label === null ? "Get label and tracking" : "Refresh tracking"}
            </Menu.Item>
          )}
          {parcel.status === "shipped" && isBooked && can(parcelApi.deliver) && (
            <Menu.Item onClick={markDelivered}>Mark as delivered</Menu.Item>
          )}
          {!isBooked && can(parcelApi.edit) && <Menu.Item onClick={editDrawer.open}>Edit tracking details</Menu.Item>}
          {parcel.status === "delivered" && can(parcelApi.undeliver) && (
            <Menu.Item onClick={() => undeliver.mutate(path, toasts(`Delivery of parcel ${number} undone`))}>
              Undo delivery
            </Menu.Item>
          )}
          {(parcel.status === "shipped" || parcel.status === "voiding") && can(parcelApi.unship) && (
            <Menu.Item onClick={() => setDialog("unship")}>Undo shipment</Menu.Item>
          )}
          {isUnderWay && parcel.says && can(parcelApi.decide) && (
            <>
              <Menu.Item onClick={() => setDialog("happened")}>
                {parcel.status === "booking" ? "The label was created" : "The label was cancelled"}
              </Menu.Item>
              <Menu.Item onClick={() => setDialog("did not")}>
                {parcel.status === "booking" ? "The label was not created" : "The label was not cancelled"}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <UnshipParcel {...{ order, parcel, number }} opened={dialog === "unship"} onClose={close} />
      <DecideParcel {...{ order, parcel }} happened opened={dialog === "happened"} onClose={close} />
      <DecideParcel {...{ order, parcel }} happened={false} opened={dialog === "did not"} onClose={close} />
      <Drawer title={`Edit parcel ${number}`} opened={editDrawer.opened} onClose={editDrawer.close} size="md">
        <EditParcel order={order} parcel={parcel} number={number} onClose={editDrawer.close} />
      </Drawer>
    </Group>
  );
}
