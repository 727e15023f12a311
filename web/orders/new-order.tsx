/** An order placed by staff for a customer, for example on the phone. */
import { Grid, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import * as customerApi from "#core/contract/customer";
import type { Asked } from "#core/contract/kit/operation";
import * as orderApi from "#core/contract/order";
import * as paymentApi from "#core/contract/payment";
import { errorMessage } from "../api/error-messages.ts";
import { setApiQueryData, useApiQuery } from "../api/hooks.ts";
import { useChannels } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { fieldText, moneyText } from "../ui/format/money.ts";
import { AddressFields, addressInput, newAddress } from "../ui/forms/address-fields.tsx";
import { AmountInput } from "../ui/forms/amount-input.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { type NumberValue, parseNumber, parseOptionalAmount } from "../ui/forms/parse-input.ts";
import { PhoneInput, phoneInput, withPhoneInFull } from "../ui/forms/phone-input.tsx";
import { useUnsaved } from "../ui/forms/unsaved.ts";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { type Variant, VariantPicker } from "../ui/forms/variant-picker.tsx";
import { Card } from "../ui/layout/card.tsx";
import { DetailPage } from "../ui/layout/detail-page.tsx";
import { Page } from "../ui/layout/page.tsx";
import { useNavigateFromHere } from "../ui/links/navigate-from-here.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { idParam, useUrlState } from "../ui/url-state.ts";
import { contactOf } from "./contact-of.ts";
import { KnownCustomer } from "./known-customer.tsx";
import { paymentMethodText } from "./labels.ts";
import { useAvailableTextsOf } from "./lines/available.ts";
import { isDiscountError, LineEditor, type LineEditorProps, oneMore, shortageText } from "./lines/line-editor.tsx";
import { TotalsRows } from "./order-payment.tsx";

interface DraftLine {
  readonly variant: Variant;
  readonly quantity: NumberValue;
}

const emptyOrder = (language: string) => ({
  email: "",
  name: "",
  phone: "",
  address: newAddress(language),
  channel: "",
  payment: "manual" as (typeof orderApi.paymentMethods)[number],
  shipping: "",
  discountCode: "",
  note: "",
});

/** `?customer=` preselects the customer. */
export default function NewOrder() {
  const { can } = useSession();
  const [search] = useUrlState();
  const id = idParam("cus")(search["customer"] ?? "");
  return id && can(customerApi.read) ? <NewOrderFor key={id} id={id} /> : <OrderForm />;
}

function NewOrderFor({ id }: { id: Asked<typeof customerApi.read>["id"] }) {
  const query = useApiQuery(customerApi.read, { id });
  return (
    <DetailPage title="New order" list={{ to: "/orders", label: "Orders" }} query={query}>
      {(customer) => <OrderForm contact={contactOf(customer)} />}
    </DetailPage>
  );
}

function OrderForm({ contact }: { contact?: ReturnType<typeof contactOf> }) {
  const { store } = useSession();
  const client = useQueryClient();
  const navigate = useNavigateFromHere();
  const [lines, setLines] = useState<readonly DraftLine[]>([]);
  const isPlaced = useRef(false);
  useUnsaved(() => lines.length > 0 && !isPlaced.current);
  const toInput = (values: ReturnType<typeof emptyOrder>): Asked<typeof orderApi.create> => ({
    email: values.email,
    name: values.name,
    address: addressInput(values.address),
    lines: lines.map(({ variant, quantity }) => ({ variantId: variant.id, quantity: parseNumber(quantity) })),
    payment: values.payment,
    shippingMinor: parseOptionalAmount(values.shipping, store.currency) ?? 0,
    ...(values.phone.trim() && { phone: phoneInput(values.phone) }),
    ...(values.channel && { channel: values.channel }),
    ...(values.discountCode.trim() && { discountCode: values.discountCode }),
    ...(values.note.trim() && { note: values.note }),
  });
  const form = useApiForm(orderApi.create, {
    initialValues: { ...emptyOrder(store.language), ...contact },
    toInput,
    fieldNames: { shippingMinor: "shipping" },
    complete: withPhoneInFull,
    onSuccess: (placed) => {
      isPlaced.current = true;
      setApiQueryData(client, orderApi.read, { id: placed.id }, placed);
      toastSuccess(`${placed.number} placed`);
      void navigate({ to: "/orders/$id", params: { id: placed.id }, replace: true });
    },
  });
  const preview = usePreview(toInput(form.values), !form.mutation.isPending && !form.mutation.isSuccess);
  const error = preview.error ?? form.mutation.error;
  const changeLines = (next: readonly DraftLine[]) => {
    setLines(next);
    // The error was about other lines.
    if (form.mutation.isError) form.mutation.reset();
  };
  const setQuantity = (id: string, quantity: NumberValue) =>
    changeLines(
      lines.flatMap((line) => (line.variant.id !== id ? [line] : quantity === 0 ? [] : [{ ...line, quantity }])),
    );
  const scan = useRef<(code: string) => void>(null);
  const pick = (variant: Variant) => {
    const known = lines.find((line) => line.variant.id === variant.id);
    if (known) setQuantity(variant.id, oneMore(known.quantity));
    else changeLines([...lines, { variant, quantity: 1 }]);
  };
  const availableOf = useAvailableTextsOf(lines.map(({ variant }) => variant));
  const itemError = form.errors["lines"] && lines.length === 0 ? "Add at least one item." : undefined;
  return (
    <Page title="New order">
      <form onSubmit={form.onSubmit} noValidate>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="md">
              <Card title="Items">
                <Stack gap="sm">
                  {lines.map(({ variant, quantity }) => (
                    <DraftLineEditor
                      key={variant.id}
                      variant={variant}
                      available={availableOf(variant)}
                      price={preview.data?.lines.find(({ variantId }) => variantId === variant.id)?.unitPrice}
                      quantity={quantity}
                      shortage={shortageText(error, variant.id, "")}
                      onChange={(next) => setQuantity(variant.id, next)}
                      onScan={(code) => scan.current?.(code)}
                    />
                  ))}
                  <VariantPicker label="Add an item" onlyOnSale onPick={pick} autoFocus scan={scan} error={itemError} />
                </Stack>
              </Card>
              <Card title="Payment and shipping">
                <Stack gap="sm">
                  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                    <PaymentSelect inputProps={form.getInputProps("payment")} />
                    <ChannelSelect inputProps={form.getInputProps("channel")} />
                  </SimpleGrid>
                  <Group grow align="start" gap="sm">
                    <AmountInput
                      label={`Shipping, ${store.currency}`}
                      rightSection={null}
                      placeholder={fieldText(0, store.currency)}
                      form={form}
                      path="shipping"
                    />
                    <TextInput
                      label="Discount code"
                      {...form.getInputProps("discountCode")}
                      {...(isDiscountError(preview.error) && { error: errorMessage(preview.error).title })}
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
              <Card title="Summary">
                <Preview preview={preview} hasLines={lines.length > 0} submitFailed={form.mutation.isError} />
              </Card>
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Card title="Customer">
              <Stack gap="sm">
                <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps("email")} />
                <PhoneInput values={form.values} getInputProps={form.getInputProps} />
                <KnownCustomer email={form.values.email} phone={form.values.phone} onPick={form.setValues} />
                <TextInput label="Name" autoComplete="off" {...form.getInputProps("name")} />
                <AddressFields getInputProps={form.getInputProps} />
              </Stack>
            </Card>
            <FormFooter form={form} submitLabel="Place order" onCancel={() => void navigate({ to: "/orders" })} />
          </Grid.Col>
        </Grid>
      </form>
    </Page>
  );
}

/** Used until there is a customer: on the phone they are asked for last, and the total hardly depends on them. */
const placeholderCustomer = {
  email: "anybody@example.com",
  name: "Anybody",
  phone: undefined,
  address: { line1: "Anywhere", city: "Anywhere", postalCode: "0", country: "IN" },
};

/**
 * The input for a preview of an order that is still being typed; null while its lines or its shipping are not valid.
 */
function previewInput(input: Asked<typeof orderApi.create>): Asked<typeof orderApi.create> | null {
  const { note: _, ...priced } = input;
  const invalid = new Set(orderApi.create.input.safeParse(priced).error?.issues.map(({ path }) => path[0]));
  const replacements = Object.fromEntries(Object.entries(placeholderCustomer).filter(([name]) => invalid.has(name)));
  const { phone, ...rest } = { ...priced, ...replacements };
  const whole = phone === undefined ? rest : { ...rest, phone };
  return orderApi.create.input.safeParse(whole).success ? whole : null;
}

/** The resulting order, from a dry run of the operation that creates it. */
function usePreview(input: Asked<typeof orderApi.create>, enabled: boolean) {
  const [debounced] = useDebouncedValue(JSON.stringify(previewInput(input)), 200);
  const valid: Asked<typeof orderApi.create> | null = JSON.parse(debounced);
  const { data, error, isPlaceholderData, refetch } = useApiQuery(
    orderApi.create,
    { ...(valid ?? input), dryRun: true },
    { enabled: enabled && valid !== null },
  );
  return valid === null
    ? { data: undefined, error: null, isPending: false, refetch }
    : { data, error, isPending: isPlaceholderData, refetch };
}

interface PreviewProps {
  readonly preview: ReturnType<typeof usePreview>;
  readonly hasLines: boolean;
  /** The order was sent and refused; the form footer shows that error. */
  readonly submitFailed: boolean;
}

function Preview({ preview: { data, error, isPending, refetch }, hasLines, submitFailed }: PreviewProps) {
  if (error) {
    // The code's own field shows what is wrong.
    if (isDiscountError(error)) return <Dimmed>The discount code is not valid. Change it or leave it out.</Dimmed>;
    return submitFailed ? null : <ErrorAlert error={error} onRetry={() => void refetch()} />;
  }
  if (!data?.totals) return <Dimmed>{hasLines ? "…" : "Add an item to see the total."}</Dimmed>;
  return (
    <Stack gap={6} aria-live="polite" {...(isPending && { opacity: 0.55 })}>
      <TotalsRows totals={data.totals} discountCode={data.discountCode} taxesInclusive={data.taxesInclusive} />
    </Stack>
  );
}

const Dimmed = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

interface DraftLineProps extends Pick<LineEditorProps, "quantity" | "shortage" | "onChange" | "onScan"> {
  readonly variant: Variant;
  readonly available: string | null;
  /** Of a price list, or the usual one: as the order will have it. */
  readonly price: Variant["price"] | undefined;
}

/** Shows the available units while the customer is still on the phone. */
function DraftLineEditor({ variant, available, price = variant.price, ...props }: DraftLineProps) {
  const note = [`${moneyText(price)} each`, available, variant.continueSelling && "can be backordered"]
    .filter(Boolean)
    .join(", ");
  return (
    <LineEditor
      title={variant.title}
      sku={variant.sku}
      imageUrl={variant.image?.thumbnailUrl ?? null}
      note={note}
      {...props}
    />
  );
}

/** Manual payment and cash on delivery, and the gateways that are set up. */
function PaymentSelect({ inputProps }: { inputProps: object }) {
  const { can } = useSession();
  const { data } = useApiQuery(paymentApi.listGateways, {}, { enabled: can(paymentApi.listGateways) });
  const options = ["manual", "cod", ...(data?.items ?? []).map(({ code }) => code)];
  return (
    <NativeSelect
      label="Payment method"
      data={options.map((value) => ({ value, label: paymentMethodText(value) }))}
      {...inputProps}
    />
  );
}

function ChannelSelect({ inputProps }: { inputProps: object }) {
  const { options } = useChannels();
  return <NativeSelect label="Channel" data={[{ value: "", label: "None" }, ...options]} {...inputProps} />;
}
