/** The store's own settings. Only what was changed is sent, so that nobody else's change is undone. */
import { Autocomplete, NumberInput, Radio, Stack, TextInput } from "@mantine/core";
import type { Asked } from "#core/contract/kit";
import * as storeApi from "#core/contract/store";
import { useSession } from "../api/session.tsx";
import { Card } from "../ui/card.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { parseNumber } from "../ui/forms/parse-input.ts";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { Page } from "../ui/page.tsx";
import { toastSuccess } from "../ui/toast.tsx";

const timeZones = Intl.supportedValuesOf("timeZone");

const lasting = (minutes: number): string => {
  if (!Number.isFinite(minutes)) return "";
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  const parts = [days && `${days} d`, hours && `${hours} h`, rest && `${rest} min`].filter(Boolean);
  return parts.join(" ");
};

export default function StoreSettings() {
  const { store: now } = useSession();
  const form = useApiForm(storeApi.edit, {
    initialValues: { ...now, taxesInclusive: String(now.taxesInclusive) },
    toInput: (typed) => changed(now, typed),
    onSuccess: () => toastSuccess("The store's settings are saved"),
  });
  const wait = lasting(parseNumber(form.getValues().unpaidWindowMinutes));
  return (
    <Page title="Store">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md" maw={640}>
          <Card title="The store">
            <Stack gap="sm">
              <TextInput label="Name" autoComplete="off" {...form.getInputProps("name")} />
              <TextInput
                label="Currency"
                description="Three letters, such as INR. It is fixed once an order has been placed in it."
                maxLength={3}
                styles={{ input: { width: 140 } }}
                {...form.getInputProps("currency")}
              />
              <Autocomplete
                label="Time zone"
                description="The store's day begins and ends by it, on every screen and in every list."
                data={timeZones}
                limit={30}
                {...form.getInputProps("timeZone")}
              />
            </Stack>
          </Card>
          <Card title="Prices">
            <Radio.Group
              label="Taxes"
              description="It acts on orders placed from now on."
              {...form.getInputProps("taxesInclusive")}
            >
              <Stack gap={6} mt="xs">
                <Radio value="true" label="Prices hold their tax already" />
                <Radio value="false" label="Tax is added to prices" />
              </Stack>
            </Radio.Group>
          </Card>
          <Card title="Stock and time">
            <Stack gap="sm">
              <NumberInput
                label="An unpaid order is cancelled after, in minutes"
                description={`${wait && `That is ${wait}. `}Its stock is freed then. Orders that are paid on delivery are not meant.`}
                allowDecimal={false}
                min={1}
                max={525_600}
                clampBehavior="none"
                suffix=" min"
                inputWrapperOrder={["label", "input", "description", "error"]}
                {...form.getInputProps("unpaidWindowMinutes")}
              />
              <NumberInput
                label="Stock is low at"
                description="For items that have no threshold of their own."
                allowDecimal={false}
                min={0}
                max={1_000_000}
                clampBehavior="none"
                {...form.getInputProps("lowStockThreshold")}
              />
              <NumberInput
                label="Delivered webhooks and sent events are kept for"
                description="Older ones are removed by themselves. Dead deliveries stay."
                allowDecimal={false}
                min={1}
                max={3650}
                clampBehavior="none"
                suffix=" days"
                {...form.getInputProps("retentionDays")}
              />
            </Stack>
          </Card>
          <FormFooter form={form} submitLabel="Save" {...(form.isDirty() && { onCancel: form.reset })} />
        </Stack>
      </form>
    </Page>
  );
}

type Now = ReturnType<typeof useSession>["store"];
type Typed = Omit<Now, "taxesInclusive"> & { taxesInclusive: string };

function changed(now: Now, typed: Typed): Asked<typeof storeApi.edit> {
  const wanted = {
    name: typed.name.trim(),
    currency: typed.currency.trim().toUpperCase(),
    timeZone: typed.timeZone.trim(),
    taxesInclusive: typed.taxesInclusive === "true",
    unpaidWindowMinutes: parseNumber(typed.unpaidWindowMinutes),
    lowStockThreshold: parseNumber(typed.lowStockThreshold),
    retentionDays: parseNumber(typed.retentionDays),
  };
  const names = Object.keys(wanted) as (keyof Now)[]; // Object.keys forgets the type of literal keys
  return Object.fromEntries(names.filter((name) => wanted[name] !== now[name]).map((name) => [name, wanted[name]]));
}
