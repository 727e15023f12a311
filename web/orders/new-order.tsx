/** An order that staff place for a customer, on the phone for example: a real order at once. */
import { Grid, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Asked } from "#core/contract/kit";
import * as orderApi from "#core/contract/order";
import * as stockApi from "#core/contract/stock";
import type { ApiError } from "../api/api-client.ts";
import { errorMessage } from "../api/error-messages.ts";
import { setApiQueryData, useApiQuery } from "../api/hooks.ts";
import { useChannels } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { Card } from "../ui/card.tsx";
import { Problem } from "../ui/error-alert.tsx";
import { minorFrom, moneyText } from "../ui/format/money.ts";
import { AddressFields, addressAsked, noAddress } from "../ui/forms/address-fields.tsx";
import { FormEnd, useActForm } from "../ui/forms/api-form.tsx";
import { type Variant, VariantPicker } from "../ui/forms/variant-picker.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { Page } from "../ui/page.tsx";
import { sayDone } from "../ui/toast.tsx";
import { methodNames } from "./labels.ts";
import { Entry, shortOf } from "./line-editor.tsx";
import { TotalsRows } from "./order-payment.tsx";

interface Wanted {
  readonly variant: Variant;
  readonly quantity: number;
}

const nothing = {
  email: "",
  name: "",
  phone: "",
  address: { ...noAddress, country: "IN" },
  channel: "",
  payment: "manual" as (typeof orderApi.paymentMethods)[number],
  shipping: "",
  discountCode: "",
  note: "",
};

export default function NewOrder() {
  const { store } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [lines, setLines] = useState<readonly Wanted[]>([]);
  const asked = (values: typeof nothing): Asked<typeof orderApi.create> => ({
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
  });
  const form = useActForm(orderApi.create, {
    from: nothing,
    asked,
    fieldOf: { shippingMinor: "shipping" },
    onDone: (placed) => {
      setApiQueryData(client, orderApi.read, { id: placed.id }, placed);
      sayDone(`${placed.number} placed`);
      void navigate({ to: "/orders/$id", params: { id: placed.id } });
    },
  });
  const preview = usePreview(asked(form.values), !form.act.isPending && !form.act.isSuccess);
  const refused = preview.error ?? form.act.error;
  const change = (next: readonly Wanted[]) => {
    setLines(next);
    // What was refused was something else.
    if (form.act.isError) form.act.reset();
  };
  const set = (id: string, quantity: number) =>
    change(lines.flatMap((line) => (line.variant.id !== id ? [line] : quantity > 0 ? [{ ...line, quantity }] : [])));
  const pick = (variant: Variant) => {
    const known = lines.find((line) => line.variant.id === variant.id);
    if (known) set(variant.id, known.quantity + 1);
    else change([...lines, { variant, quantity: 1 }]);
  };
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
                      short={shortOf(refused, variant.id, "")}
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
              </Card>
              <Card title="Payment and shipping">
                <Stack gap="sm">
                  <Group grow align="end" gap="sm">
                    <NativeSelect
                      label="How the customer pays"
                      data={orderApi.paymentMethods.map((value) => ({ value, label: methodNames[value] ?? value }))}
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
                    <TextInput
                      label="Discount code"
                      {...form.getInputProps("discountCode")}
                      {...(isAboutCode(preview.error) && { error: errorMessage(preview.error).title })}
                    />
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
              <Card title="What it comes to">
                <Preview of={preview} any={lines.length > 0} refused={form.act.isError} />
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

/** Who it is for hardly changes what it comes to, and is asked last on the phone: until it is there, anybody will do. */
const anybody = {
  email: "anybody@example.com",
  name: "Anybody",
  phone: undefined,
  address: { line1: "Anywhere", city: "Anywhere", postalCode: "0", country: "IN" },
};

/** What can be asked already of an order that is still being typed; null when even its lines or its shipping cannot. */
function askable(input: Asked<typeof orderApi.create>): Asked<typeof orderApi.create> | null {
  const { note: _, ...priced } = input;
  const wrong = new Set(orderApi.create.input.safeParse(priced).error?.issues.map(({ path }) => path[0]));
  const standIns = Object.fromEntries(Object.entries(anybody).filter(([name]) => wrong.has(name)));
  const { phone, ...asked } = { ...priced, ...standIns };
  const whole = phone === undefined ? asked : { ...asked, phone };
  return orderApi.create.input.safeParse(whole).success ? whole : null;
}

/** The order as it would be, by a dry run of the very operation that places it. */
function usePreview(input: Asked<typeof orderApi.create>, enabled: boolean) {
  const [settled] = useDebouncedValue(JSON.stringify(askable(input)), 200);
  const wanted: Asked<typeof orderApi.create> | null = JSON.parse(settled);
  const { data, error, isPlaceholderData, refetch } = useApiQuery(
    orderApi.create,
    { ...(wanted ?? input), dryRun: true },
    { enabled: enabled && wanted !== null },
  );
  return wanted === null
    ? { data: undefined, error: null, isPending: false, refetch }
    : { data, error, isPending: isPlaceholderData, refetch };
}

const isAboutCode = (error: ApiError | null): error is ApiError => error?.code.startsWith("discount.") ?? false;

interface PreviewProps {
  readonly of: ReturnType<typeof usePreview>;
  readonly any: boolean;
  /** It has been sent and refused: that is said at the button. */
  readonly refused: boolean;
}

function Preview({ of: { data, error, isPending, refetch }, any, refused }: PreviewProps) {
  if (error) {
    // A code that does not count is said at its field.
    if (isAboutCode(error)) return <Dimmed>The discount code does not count. Correct it or leave it out.</Dimmed>;
    return refused ? null : <Problem of={error} retry={() => void refetch()} />;
  }
  if (!data?.totals) return <Dimmed>{any ? "…" : "Add an item, and its total stands here."}</Dimmed>;
  return (
    <Stack gap={6} aria-live="polite" {...(isPending && { opacity: 0.55 })}>
      <TotalsRows of={data.totals} discountCode={data.discountCode} taxesInclusive={data.taxesInclusive} />
    </Stack>
  );
}

const Dimmed = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

interface ItemProps {
  readonly of: Variant;
  readonly quantity: number;
  readonly short: string | null;
  readonly onChange: (quantity: number) => void;
}

/** How many are left is said while one is still on the phone. */
function Item({ of, quantity, short, onChange }: ItemProps) {
  const { can } = useSession();
  const level = useApiQuery(stockApi.read, { id: of.id }, { enabled: can(stockApi.read) && of.trackStock });
  const available = level.data?.available;
  const left = !of.trackStock ? "stock not counted" : available === undefined ? "" : `${available} available`;
  const note = [`${moneyText(of.price)} each`, left, of.continueSelling && "may be ordered past that"]
    .filter(Boolean)
    .join(", ");
  return <Entry title={of.title} sku={of.sku} note={note} quantity={quantity} short={short} onChange={onChange} />;
}

function Channels({ props }: { props: object }) {
  const { options } = useChannels();
  return <NativeSelect label="Channel" data={[{ value: "", label: "None" }, ...options]} {...props} />;
}
