/** Who the order is for, and where it goes. */
import { Anchor, Button, Stack, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import * as orderApi from "#core/contract/order";
import { useSession } from "../api/session.tsx";
import { Card } from "../ui/card.tsx";
import { TextLink } from "../ui/links.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { useDrawer } from "../ui/url-state.ts";
import { EditDetails } from "./edit-details.tsx";
import type { Order } from "./labels.ts";

export function Customer({ of }: { of: Order }) {
  const { can } = useSession();
  const drawer = useDrawer("edit-details");
  const editable = can(orderApi.editDetails);
  useKeys("Order", editable ? [{ keys: "a", does: "Correct the customer or the address", run: drawer.open }] : []);
  if (!of.contact) return null;
  const { name, email, phone } = of.contact;
  return (
    <Card
      title="Customer"
      actions={
        editable && (
          <Button size="compact-sm" variant="subtle" leftSection={<IconPencil size={14} />} onClick={drawer.open}>
            Correct
          </Button>
        )
      }
    >
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
        <TextLink to="/orders" search={{ q: email }} size="sm">
          Orders by this customer
        </TextLink>
        {of.address && (
          <Text size="sm" mt="xs" style={{ whiteSpace: "pre-line" }}>
            {addressLines(of.address).join("\n")}
          </Text>
        )}
      </Stack>
      {editable && <EditDetails of={of} {...drawer} />}
    </Card>
  );
}

const countries = new Intl.DisplayNames("en", { type: "region" });

/** As it is written on a parcel. */
export function addressLines(address: NonNullable<Order["address"]>): string[] {
  const { line1, line2, city, region, postalCode, country } = address;
  const place = [`${city} ${postalCode}`, region].filter(Boolean).join(", ");
  return [line1, line2, place, countries.of(country) ?? country].filter((line): line is string => Boolean(line));
}
