/** An order that staff place for a customer, on the phone for example: a real order at once. */
import { Divider, Grid, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as channel from "#core/contract/channel";
import * as order from "#core/contract/order";
import * as stock from "#core/contract/stock";
import { remember, useAnswer } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Card } from "../ui/card.tsx";
import { FormEnd, useActForm } from "../ui/form.tsx";
import { countText } from "../ui/format.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { minorFrom, moneyText } from "../ui/money.ts";
import { Page } from "../ui/page.tsx";
import { sayDone } from "../ui/said.tsx";
import { type Variant, VariantPicker } from "../ui/variant-picker.tsx";
import { AddressFields, addressAsked, noAddress } from "./edit-details.tsx";
import { Entry, shortOf } from "./edit-lines.tsx";
import { methodNames } from "./words.ts";

interface Wanted {
  readonly variant: Variant;
  readonly quantity: number;
}

export default function NewOrder() {
  const { store } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [lines, setLines] = useState<readonly Wanted[]>([]);
  const form = useActForm(order.create, {
    from: {
      email: "",
      name: "",
      phone: "",
      address: { ...noAddress, country: "IN" },
      channel: "",
      payment: "manual" as (typeof order.paymentMethods)[number],
      shipping: "",
      discountCode: "",
      note: "",
    },
    asked: (values) => ({
      email: values.email,
      name: values.name,
      address: addressAsked(values.address),
      lines: lines.map(({ variant, quantity }) => ({ variantId: variant.id, quantity })),
      payment: values.payment,
      // What is no amount is sent as none at all, and refused on its field.
      shippingMinor: values.shipping.trim() ? (minorFrom(values.shipping, store.currency) ?? -1) : 0,
      ...(values.phone.trim() && { phone: values.phone.replaceAll(/[\s()-]/g, "") }),
      ...(values.channel && { channel: values.channel }),
      ...(values.discountCode.trim() && { discountCode: values.discountCode }),
      ...(values.note.trim() && { note: values.note }),
    }),
    fieldOf: { shippingMinor: "shipping" },
    onDone: (placed) => {
      remember(client, order.read, { id: placed.id }, placed);
      sayDone(`${placed.number} placed`);
      void navigate({ to: "/orders/$id", params: { id: placed.id } });
    },
  });
  const set = (id: string, quantity: number) =>
    setLines(lines.flatMap((line) => (line.variant.id !== id ? [line] : quantity > 0 ? [{ ...line, quantity }] : [])));
  const pick = (variant: Variant) => {
    const known = lines.find((line) => line.variant.id === variant.id);
    if (known) set(variant.id, known.quantity + 1);
    else setLines([...lines, { variant, quantity: 1 }]);
  };
  const subtotal = lines.reduce((sum, { variant, quantity }) => sum + variant.price.amountMinor * quantity, 0);
  return (
    <Page title="New order">
      <form onSubmit={form.onSubmit} noValidate>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="md">
              <Card title="Items">
                <Stack gap="sm">
                  {lines.map(({ variant, quantity }) => (
                    <Item
                      key={variant.id}
                      of={variant}
                      quantity={quantity}
                      short={shortOf(form.act.error, variant.id, "")}
                      onChange={(next) => set(variant.id, next)}
                    />
                  ))}
                  <VariantPicker label="Add an item" onSale onPick={pick} autoFocus />
                  {form.errors["lines"] && (
                    <Text size="sm" c="var(--mantine-color-error)" role="alert">
                      Add at least one item.
                    </Text>
                  )}
                </Stack>
                <Divider my="sm" />
                <Group justify="space-between">
                  <Text size="sm" c="dimmed">
                    {countText(lines.length, "line")}, before shipping and discount
                  </Text>
                  <Text fw={650}>{moneyText({ amountMinor: subtotal, currency: store.currency })}</Text>
                </Group>
              </Card>
              <Card title="Payment and shipping">
                <Stack gap="sm">
                  <Group grow align="end" gap="sm">
                    <NativeSelect
                      label="How the customer pays"
                      data={order.paymentMethods.map((value) => ({ value, label: methodNames[value] ?? value }))}
                      {...form.getInputProps("payment")}
                    />
                    <Channels props={form.getInputProps("channel")} />
                  </Group>
                  <Group grow align="start" gap="sm">
                    <TextInput
                      label={`Shipping, ${store.currency}`}
                      placeholder="0.00"
                      inputMode="decimal"
                      {...form.getInputProps("shipping")}
                    />
                    <TextInput label="Discount code" {...form.getInputProps("discountCode")} />
                  </Group>
                  <Textarea
                    label="Note for the team"
                    autosize
                    minRows={2}
                    maxLength={5000}
                    {...form.getInputProps("note")}
                  />
                </Stack>
              </Card>
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Card title="Customer">
              <Stack gap="sm">
                <TextInput label="Name" autoComplete="off" {...form.getInputProps("name")} />
                <TextInput label="E-mail" type="email" autoComplete="off" {...form.getInputProps("email")} />
                <TextInput label="Phone" type="tel" placeholder="+919876543210" {...form.getInputProps("phone")} />
                <AddressFields getInputProps={form.getInputProps} />
              </Stack>
            </Card>
            <FormEnd form={form} label="Place the order" />
            <Group justify="flex-end" mt="xs">
              <ButtonLink to="/orders" variant="subtle" color="gray" size="compact-sm">
                Leave without placing it
              </ButtonLink>
            </Group>
          </Grid.Col>
        </Grid>
      </form>
    </Page>
  );
}

interface ItemProps {
  readonly of: Variant;
  readonly quantity: number;
  readonly short: string | null;
  readonly onChange: (quantity: number) => void;
}

/** How many are left is said while one is still on the phone. */
function Item({ of, quantity, short, onChange }: ItemProps) {
  const { may } = useSession();
  const level = useAnswer(stock.read, { id: of.id }, { enabled: may(stock.read) && of.trackStock });
  const available = level.data?.available;
  const left = !of.trackStock ? "stock not counted" : available === undefined ? "" : `${available} available`;
  const note = [`${moneyText(of.price)} each`, left, of.continueSelling && "may be ordered past that"]
    .filter(Boolean)
    .join(", ");
  return <Entry title={of.title} sku={of.sku} note={note} quantity={quantity} short={short} onChange={onChange} />;
}

function Channels({ props }: { props: object }) {
  const { may } = useSession();
  const channels = useAnswer(channel.list, { limit: 200 }, { enabled: may(channel.list) });
  return (
    <NativeSelect
      label="Channel"
      data={[
        { value: "", label: "None" },
        ...(channels.data?.items ?? []).map(({ code, name }) => ({ value: code, label: name })),
      ]}
      {...props}
    />
  );
}
