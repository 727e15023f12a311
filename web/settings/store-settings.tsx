/** The store's settings. */
import { Autocomplete, Checkbox, MultiSelect, Radio, Stack, TextInput } from "@mantine/core";
import type { Asked } from "#core/contract/kit/operation";
import { paymentMethods } from "#core/contract/parts/order-shapes";
import * as storeApi from "#core/contract/store";
import { useSession } from "../api/session.tsx";
import { paymentMethodText } from "../orders/labels.ts";
import { durationText } from "../ui/format/format.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { parseNumber } from "../ui/forms/parse-input.ts";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { WholeNumberInput } from "../ui/forms/whole-number-input.tsx";
import { Card } from "../ui/layout/card.tsx";
import { Page } from "../ui/layout/page.tsx";
import { toastSuccess } from "../ui/toast.tsx";

const timeZones = Intl.supportedValuesOf("timeZone").filter((name) => storeApi.timeZoneForm.test(name));

export default function StoreSettings() {
  const { store } = useSession();
  const form = useApiForm(storeApi.edit, {
    initialValues: {
      ...store,
      taxesInclusive: String(store.taxesInclusive),
      logoUrl: store.logoUrl ?? "",
      cartUrl: store.cartUrl ?? "",
      checkOutPayments: store.checkOutPayments ?? [],
    },
    toInput,
    keepsTyping: true,
    onSuccess: () => toastSuccess("Settings saved"),
  });
  const unpaidWindow = durationText(parseNumber(form.getValues().unpaidWindowMinutes));
  return (
    <Page title="Store">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md" maw={640}>
          <Card title="General">
            <Stack gap="sm">
              <TextInput label="Name" autoComplete="off" {...form.getInputProps("name")} />
              <TextInput
                label="Currency"
                description="Three letters, such as INR. It cannot be changed after the first order."
                maxLength={3}
                styles={{ input: { width: 140 } }}
                {...form.getInputProps("currency")}
              />
              <Autocomplete
                label="Time zone"
                description="All dates and times in the admin use it."
                data={timeZones}
                limit={30}
                {...form.getInputProps("timeZone")}
              />
              <TextInput
                label="Language"
                description="Sets the format of dates and amounts in messages, such as en-IN or de-DE."
                maxLength={35}
                styles={{ input: { width: 140 } }}
                {...form.getInputProps("language")}
              />
              <TextInput
                label="Logo (optional)"
                description="The URL of the image at the top of the store’s emails."
                type="url"
                autoComplete="off"
                {...form.getInputProps("logoUrl")}
              />
              <TextInput
                label="Link to a cart (optional)"
                description="The page of your shop that opens a cart, with {token} in place of its token, such as https://shop.example.com/cart/{token}. Emails about abandoned carts lead there."
                autoComplete="off"
                {...form.getInputProps("cartUrl")}
              />
            </Stack>
          </Card>
          <Card title="Prices">
            <Radio.Group
              label="Taxes"
              description="Applies to new orders only."
              {...form.getInputProps("taxesInclusive")}
            >
              <Stack gap={6} mt="xs">
                <Radio value="true" label="Prices include tax" />
                <Radio value="false" label="Tax is added to the prices" />
              </Stack>
            </Radio.Group>
          </Card>
          <Card title="Orders, stock and webhooks">
            <Stack gap="sm">
              <MultiSelect
                label="Ways to pay in shops"
                description="What shoppers can choose. Staff can use every way. Orders by cash on delivery or bank transfer are placed without paying first."
                placeholder={form.getValues().checkOutPayments.length === 0 ? "All" : ""}
                data={paymentMethods.map((value) => ({ value, label: paymentMethodText(value) }))}
                clearable
                {...form.getInputProps("checkOutPayments")}
              />
              <WholeNumberInput
                label="Cancel unpaid orders after"
                description={`${unpaidWindow && `That is ${unpaidWindow}. `}Their stock is then released. Cash on delivery orders are not affected.`}
                min={1}
                max={525_600}
                suffix=" min"
                inputWrapperOrder={["label", "input", "description", "error"]}
                {...form.getInputProps("unpaidWindowMinutes")}
              />
              <WholeNumberInput
                label="Low-stock threshold"
                description="For items without a threshold of their own."
                min={0}
                max={1_000_000}
                {...form.getInputProps("lowStockThreshold")}
              />
              <WholeNumberInput
                label="A cart is abandoned after"
                description="When it has not changed for this long, and has items and an email address."
                min={1}
                max={storeApi.cartAbandonedHoursMax}
                suffix=" h"
                {...form.getInputProps("cartAbandonedHours")}
              />
              <WholeNumberInput
                label="Close each month of stock movements after"
                description="Movements in closed months stay visible, but none can be added. A closed month stays closed."
                min={1}
                max={120}
                suffix=" months"
                {...form.getInputProps("ledgerOpenMonths")}
              />
              <WholeNumberInput
                label="Keep delivered webhooks and sent events for"
                description="Older ones are deleted automatically. Dead deliveries are kept."
                min={1}
                max={3650}
                suffix=" days"
                {...form.getInputProps("retentionDays")}
              />
              <Checkbox
                label="Show the setup checklist on Home"
                description="Only owners see it."
                {...form.getInputProps("showsSetup", { type: "checkbox" })}
              />
            </Stack>
          </Card>
          <FormFooter form={form} submitLabel="Save" {...(form.isDirty() && { onCancel: form.reset })} />
        </Stack>
      </form>
    </Page>
  );
}

type Store = ReturnType<typeof useSession>["store"];
type Values = Omit<Store, "taxesInclusive" | "logoUrl" | "cartUrl" | "checkOutPayments"> & {
  taxesInclusive: string;
  checkOutPayments: NonNullable<Store["checkOutPayments"]>;
  logoUrl: string;
  cartUrl: string;
};

const toInput = (values: Values): Asked<typeof storeApi.edit> => ({
  name: values.name.trim(),
  currency: values.currency.trim().toUpperCase(),
  timeZone: values.timeZone.trim(),
  language: values.language.trim(),
  logoUrl: values.logoUrl.trim() || null,
  cartUrl: values.cartUrl.trim() || null,
  checkOutPayments: values.checkOutPayments.length > 0 ? values.checkOutPayments : null,
  taxesInclusive: values.taxesInclusive === "true",
  unpaidWindowMinutes: parseNumber(values.unpaidWindowMinutes),
  lowStockThreshold: parseNumber(values.lowStockThreshold),
  showsSetup: values.showsSetup,
  ledgerOpenMonths: parseNumber(values.ledgerOpenMonths),
  retentionDays: parseNumber(values.retentionDays),
  cartAbandonedHours: parseNumber(values.cartAbandonedHours),
});
