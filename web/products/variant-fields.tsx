/** The values of a variant's form, and its fields. */
import { Checkbox, Group, NativeSelect, TextInput } from "@mantine/core";
import { useTaxRates } from "../api/catalogue-lookups.ts";
import { useSession } from "../api/session.tsx";
import { AmountInput } from "../ui/forms/amount-input.tsx";
import { CountrySelect } from "../ui/forms/country-select.tsx";
import {
  amountValue,
  type NumberValue,
  parseAmount,
  parseOptionalAmount,
  parseOptionalNumber,
  percentText,
} from "../ui/forms/parse-input.ts";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { WholeNumberInput } from "../ui/forms/whole-number-input.tsx";
import type { Product, Variant } from "./types.ts";

interface VariantValues {
  readonly options: string[];
  readonly sku: string;
  readonly priceMinor: string;
  readonly compareAtMinor: string;
  readonly costMinor: string;
  readonly weightGrams: NumberValue;
  readonly hsCode: string;
  readonly originCountry: string;
  readonly barcode: string;
  readonly trackStock: boolean;
  readonly continueSelling: boolean;
  readonly lowStockThreshold: NumberValue;
  readonly taxRateId: string;
}

export const variantValues = (variant: Variant): VariantValues => ({
  options: variant.options,
  sku: variant.sku,
  priceMinor: amountValue(variant.price),
  compareAtMinor: amountValue(variant.compareAt),
  costMinor: amountValue(variant.cost),
  weightGrams: variant.weightGrams ?? "",
  hsCode: variant.hsCode ?? "",
  originCountry: variant.originCountry ?? "",
  barcode: variant.barcode ?? "",
  trackStock: variant.trackStock,
  continueSelling: variant.continueSelling,
  lowStockThreshold: variant.lowStockThreshold ?? "",
  taxRateId: variant.taxRateId ?? "",
});

export const emptyVariant = ({ options }: Product): VariantValues => ({
  options: options.map(() => ""),
  sku: "",
  priceMinor: "",
  compareAtMinor: "",
  costMinor: "",
  weightGrams: "",
  hsCode: "",
  originCountry: "",
  barcode: "",
  trackStock: true,
  continueSelling: false,
  lowStockThreshold: "",
  taxRateId: "",
});

export const variantInput = (values: VariantValues, currency: string) => ({
  ...values,
  priceMinor: parseAmount(values.priceMinor, currency),
  compareAtMinor: parseOptionalAmount(values.compareAtMinor, currency),
  costMinor: parseOptionalAmount(values.costMinor, currency),
  weightGrams: parseOptionalNumber(values.weightGrams),
  lowStockThreshold: parseOptionalNumber(values.lowStockThreshold),
  barcode: values.barcode.trim() || null,
  hsCode: values.hsCode.trim() || null,
  originCountry: values.originCountry || null,
  taxRateId: (values.taxRateId || null) as Variant["taxRateId"], // one of the options
});

interface FieldsProps {
  readonly product: Product;
  readonly form: {
    readonly values: VariantValues;
    readonly getInputProps: GetInputProps;
  };
}

export function VariantFields({ product, form }: FieldsProps) {
  const { store } = useSession();
  const taxRates = useTaxRates();
  const { trackStock, taxRateId } = form.values;
  const offered = taxRates.filter(({ id, archivedAt }) => archivedAt === null || id === taxRateId);
  return (
    <>
      {product.options.map((option, index) => (
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
          data-autofocus={product.options.length === 0 || undefined}
          autoFocus={product.options.length === 0}
          {...form.getInputProps("sku")}
        />
        <TextInput label="Barcode" {...form.getInputProps("barcode")} />
      </Group>
      <Group grow align="start" gap="sm">
        <AmountInput label="Price" form={form} path="priceMinor" />
        <AmountInput label="Compare-at price" form={form} path="compareAtMinor" />
      </Group>
      <Group grow align="start" gap="sm">
        <AmountInput label="Cost" form={form} path="costMinor" />
        <WholeNumberInput label="Weight in grams" min={0} hideControls {...form.getInputProps("weightGrams")} />
      </Group>
      <Group grow align="start" gap="sm">
        <TextInput label="HS code" description="For customs" placeholder="6109.10" {...form.getInputProps("hsCode")} />
        <CountrySelect
          label="Country of origin"
          description="Where it was manufactured"
          inputProps={form.getInputProps("originCountry")}
        />
      </Group>
      {offered.length > 0 && (
        <NativeSelect
          label="Tax rate"
          data={[
            { value: "", label: "Store default" },
            ...offered.map(({ id, name, basisPoints }) => ({
              value: id,
              label: `${name} (${percentText(basisPoints)}%)`,
            })),
          ]}
          {...form.getInputProps("taxRateId")}
        />
      )}
      <Checkbox label="Track stock" {...form.getInputProps("trackStock", { type: "checkbox" })} />
      {trackStock && (
        <>
          <Checkbox
            label="Sell when out of stock"
            description="Orders without stock are backordered."
            {...form.getInputProps("continueSelling", { type: "checkbox" })}
          />
          <WholeNumberInput
            label="Low-stock threshold"
            min={0}
            placeholder={`${store.lowStockThreshold} (store default)`}
            {...form.getInputProps("lowStockThreshold")}
          />
        </>
      )}
    </>
  );
}
