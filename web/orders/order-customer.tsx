/** The customer of an order, and its shipping address. */
import { Anchor, Stack, Text } from "@mantine/core";
import * as orderApi from "#core/contract/order";
import { useSession } from "../api/session.tsx";
import { addressLines } from "../ui/format/address-lines.ts";
import { lazyPart } from "../ui/later/lazy-part.tsx";
import { Card } from "../ui/layout/card.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { useDrawer } from "../ui/url-state.ts";
import { EditButton } from "./edit-button.tsx";
import type { Order } from "./types.ts";

const DetailsForm = lazyPart(() => import("./edit-details.tsx"));

export function CustomerCard({ order }: { order: Order }) {
  const { can, hasRight } = useSession();
  const drawer = useDrawer("edit-details");
  const editable = can(orderApi.editDetails);
  useShortcuts("Order", editable ? [{ keys: "a", label: "Edit customer", run: drawer.open }] : []);
  if (!order.contact) return null;
  const { name, email, phone } = order.contact;
  return (
    <Card title="Customer" actions={editable && <EditButton what="customer" onClick={drawer.open} />}>
      <Stack gap={2} fz="sm">
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Anchor href={`mailto:${email}`} size="sm" style={{ overflowWrap: "anywhere" }}>
          {email}
        </Anchor>
        {phone && (
          <Anchor href={`tel:${phone}`} size="sm">
            {phone}
          </Anchor>
        )}
        {order.customerId && hasRight("customers.read") ? (
          <TextLink to="/customers/$id" params={{ id: order.customerId }} size="sm">
            The customer and their orders
          </TextLink>
        ) : (
          <TextLink to="/orders" search={{ q: email }} size="sm">
            Orders by this customer
          </TextLink>
        )}
        {order.address && (
          <Text size="sm" mt="xs" style={{ whiteSpace: "pre-line" }}>
            {addressLines(order.address).join("\n")}
          </Text>
        )}
      </Stack>
      {editable && (
        <Drawer title="Edit customer details" opened={drawer.opened} onClose={drawer.close} size="md">
          <DetailsForm order={order} onClose={drawer.close} />
        </Drawer>
      )}
    </Card>
  );
}
