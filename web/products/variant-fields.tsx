/** What a variant's form holds, and its fields. */
import { Checkbox, Group, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useTaxRates } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { AmountInput } from "../ui/forms/amount-input.tsx";
import type { GetInputProps } from "../ui/forms/api-form.tsx";
import { amountIfAny, amountIn, amountTyped, numberIfAny, percentText, type Typed } from "../ui/forms/parse-input.ts";
import type { Product, Variant } from "./labels.ts";

export interface Values {
  readonly options: string[];
  readonly sku: string;
  readonly priceMinor: string;
  readonly compareAtMinor: string;
  readonly costMinor: string;
  readonly weightGrams: Typed;
  readonly barcode: string;
  readonly trackStock: boolean;
  readonly continueSelling: boolean;
  readonly lowStockThreshold: Typed;
  readonly taxRateId: string;
}

export const valuesOf = (of: Variant): Values => ({
  options: of.options,
  sku: of.sku,
  priceMinor: amountTyped(of.price),
  compareAtMinor: amountTyped(of.compareAt),
  costMinor: amountTyped(of.cost),
  weightGrams: of.weightGrams ?? "",
  barcode: of.barcode ?? "",
  trackStock: of.trackStock,
  continueSelling: of.continueSelling,
  lowStockThreshold: of.lowStockThreshold ?? "",
  taxRateId: of.taxRateId ?? "",
});

export const noVariant = ({ options }: Product): Values => ({
  options: options.map(() => ""),
  sku: "",
  priceMinor: "",
  compareAtMinor: "",
  costMinor: "",
  weightGrams: "",
  barcode: "",
  trackStock: true,
  continueSelling: false,
  lowStockThreshold: "",
  taxRateId: "",
});

export const askedFor = (values: Values, currency: string) => ({
  ...values,
  priceMinor: amountIn(values.priceMinor, currency),
  compareAtMinor: amountIfAny(values.compareAtMinor, currency),
  costMinor: amountIfAny(values.costMinor, currency),
  weightGrams: numberIfAny(values.weightGrams),
  lowStockThreshold: numberIfAny(values.lowStockThreshold),
  barcode: values.barcode.trim() || null,
  taxRateId: (values.taxRateId || null) as Variant["taxRateId"], // one of those offered
});

interface FieldsProps {
  readonly of: Product;
  readonly form: {
    readonly values: Values;
    readonly getInputProps: GetInputProps;
  };
}

export function VariantFields({ of, form }: FieldsProps) {
  const { store } = useSession();
  const taxRates = useTaxRates();
  const { trackStock, taxRateId } = form.values;
  const offered = taxRates.filter(({ id, archivedAt }) => archivedAt === null || id === taxRateId);
  return (
    <>
      {of.options.map((option, index) => (
        <TextInput
          key={option}
          label={option}
          data-autofocus={index === 0 || undefined}
          autoFocus={index === 0}
          {...form.getInputProps(`options.${index}`)}
        />
      ))}
      <Group grow align="start" gap="sm">
        <TextInput
          label="SKU"
          data-autofocus={of.options.length === 0 || undefined}
          autoFocus={of.options.length === 0}
          {...form.getInputProps("sku")}
        />
        <TextInput label="Barcode" {...form.getInputProps("barcode")} />
      </Group>
      <Group grow align="start" gap="sm">
        <AmountInput label="Price" form={form} path="priceMinor" />
        <AmountInput label="Price before" form={form} path="compareAtMinor" />
      </Group>
      <Group grow align="start" gap="sm">
        <AmountInput label="Cost" form={form} path="costMinor" />
        <NumberInput
          label="Weight in grams"
          min={0}
          allowDecimal={false}
          hideControls
          {...form.getInputProps("weightGrams")}
        />
      </Group>
      {offered.length > 0 && (
        <NativeSelect
          label="Tax rate"
          data={[
            { value: "", label: "The store's default" },
            ...offered.map(({ id, name, basisPoints }) => ({
              value: id,
              label: `${name} (${percentText(basisPoints)} %)`,
            })),
          ]}
          {...form.getInputProps("taxRateId")}
        />
      )}
      <Checkbox label="Its stock is counted" {...form.getInputProps("trackStock", { type: "checkbox" })} />
      {trackStock && (
        <>
          <Checkbox
            label="Sold on when there is none left"
            description="Orders then wait for stock."
            {...form.getInputProps("continueSelling", { type: "checkbox" })}
          />
          <NumberInput
            label="Low at"
            min={0}
            allowDecimal={false}
            placeholder={`${store.lowStockThreshold}, as everything in the store`}
            {...form.getInputProps("lowStockThreshold")}
          />
        </>
      )}
    </>
  );
}
