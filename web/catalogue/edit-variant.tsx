/** A variant's form, for a new one and for one that is there. */
import { Button, Checkbox, Divider, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Asked } from "#core/contract/kit";
import * as product from "#core/contract/product";
import * as variant from "#core/contract/variant";
import { remember, useAct } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { FormEnd, Stale, useActForm, useBegan } from "../ui/form.tsx";
import { majorFrom, moneyText } from "../ui/money.ts";
import { Panel } from "../ui/panel.tsx";
import { sayDone, sayRefused } from "../ui/said.tsx";
import { AmountInput, amountIn } from "./amount-input.tsx";
import type { GetInputProps } from "./fields.ts";
import { Remove } from "./remove.tsx";
import { useTaxRates } from "./use-names.ts";
import { type Product, percentText, type Variant, variantName } from "./words.ts";

interface Values {
  readonly options: string[];
  readonly sku: string;
  readonly priceMinor: string;
  readonly compareAtMinor: string;
  readonly costMinor: string;
  readonly weightGrams: number | string;
  readonly barcode: string;
  readonly trackStock: boolean;
  readonly continueSelling: boolean;
  readonly lowStockThreshold: number | string;
  readonly taxRateId: string;
}

type Money = Variant["price"];
const typed = (money: Money | null) => (money ? majorFrom(money.amountMinor, money.currency) : "");

const valuesOf = (of: Variant): Values => ({
  options: of.options,
  sku: of.sku,
  priceMinor: typed(of.price),
  compareAtMinor: typed(of.compareAt),
  costMinor: typed(of.cost),
  weightGrams: of.weightGrams ?? "",
  barcode: of.barcode ?? "",
  trackStock: of.trackStock,
  continueSelling: of.continueSelling,
  lowStockThreshold: of.lowStockThreshold ?? "",
  taxRateId: of.taxRateId ?? "",
});

const noVariant = ({ options }: Product): Values => ({
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

const numberOrNone = (value: number | string): number | null => (value === "" ? null : Number(value));

const askedFor = (values: Values, currency: string) => ({
  ...values,
  priceMinor: amountIn(values.priceMinor, currency) ?? Number.NaN,
  compareAtMinor: amountIn(values.compareAtMinor, currency),
  costMinor: amountIn(values.costMinor, currency),
  weightGrams: numberOrNone(values.weightGrams),
  lowStockThreshold: numberOrNone(values.lowStockThreshold),
  barcode: values.barcode.trim() || null,
  taxRateId: (values.taxRateId || null) as Variant["taxRateId"], // one of those offered
});

interface NewProps {
  readonly of: Product;
  readonly opened: boolean;
  readonly close: () => void;
}

export function NewVariant({ of, opened, close }: NewProps) {
  return (
    <Panel title="Add a variant" opened={opened} onClose={close}>
      <NewForm of={of} close={close} />
    </Panel>
  );
}

function NewForm({ of, close }: Omit<NewProps, "opened">) {
  const { store } = useSession();
  const client = useQueryClient();
  const form = useActForm(variant.create, {
    from: noVariant(of),
    asked: (values): Asked<typeof variant.create> => ({ id: of.id, ...askedFor(values, store.currency) }),
    onDone: (answer) => {
      remember(client, product.read, { id: of.id }, answer);
      sayDone("Variant added");
      form.reset();
      close();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Fields of={of} form={form} />
        <FormEnd form={form} label="Add the variant" onCancel={close} />
      </Stack>
    </form>
  );
}

interface EditProps {
  readonly of: Product;
  readonly drawer: { readonly opened: boolean; readonly of: string | undefined; readonly close: () => void };
}

export function EditVariant({ of, drawer }: EditProps) {
  const one = of.variants.find(({ id }) => id === drawer.of);
  return (
    <Panel title={one ? variantName(one) : "Variant"} opened={drawer.opened} onClose={drawer.close}>
      {one ? (
        <EditForm key={one.id} of={of} one={one} close={drawer.close} />
      ) : (
        <Text size="sm">This variant is gone.</Text>
      )}
    </Panel>
  );
}

function EditForm({ of, one, close }: { of: Product; one: Variant; close: () => void }) {
  const { store } = useSession();
  const client = useQueryClient();
  const keep = (answer: Product) => remember(client, product.read, { id: of.id }, answer);
  const form = useActForm(variant.edit, {
    from: valuesOf(one),
    asked: (values): Asked<typeof variant.edit> => ({ id: one.id, ...askedFor(values, store.currency) }),
    version: of.version,
    onDone: (answer) => {
      keep(answer);
      sayDone(`${variantName(one)} saved`);
      close();
    },
  });
  const base = useBegan(one, form.isDirty());
  const back = useAct(variant.edit, { version: of.version, onDone: keep });
  const isArchived = one.archivedAt !== null;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Stale
          error={form.act.error}
          base={base}
          now={one}
          facts={facts}
          onKeepMine={() => form.goOver(of.version)}
          onTakeTheirs={() => form.take(valuesOf(one))}
        />
        <Fields of={of} form={form} />
        <FormEnd form={form} label="Save" onCancel={close} />
        <Divider />
        <Group justify="flex-end">
          {isArchived ? (
            <Button
              variant="default"
              loading={back.isPending}
              onClick={() => back.mutate({ id: one.id, archived: false }, { onError: sayRefused })}
            >
              Bring it back from the archive
            </Button>
          ) : (
            <Remove
              op={variant.remove}
              id={one.id}
              name={variantName(one)}
              version={of.version}
              says="One that orders or stock refer to is archived instead: it can be brought back."
              kept={({ variants }) => variants.some(({ id }) => id === one.id)}
              onDone={close}
            />
          )}
        </Group>
      </Stack>
    </form>
  );
}

const facts = (one: Variant): Record<string, string> => ({
  SKU: one.sku,
  Options: one.options.join(", "),
  Price: moneyText(one.price),
  "Price before": one.compareAt ? moneyText(one.compareAt) : "None",
  Cost: one.cost ? moneyText(one.cost) : "None",
  Barcode: one.barcode ?? "None",
  Weight: one.weightGrams === null ? "None" : `${one.weightGrams} g`,
  "Stock is counted": one.trackStock ? "Yes" : "No",
  "Sold on at none": one.continueSelling ? "Yes" : "No",
  "Low at": String(one.lowStockThreshold ?? "The store's"),
});

interface FieldsProps {
  readonly of: Product;
  readonly form: {
    readonly values: Values;
    readonly getInputProps: GetInputProps;
  };
}

function Fields({ of, form }: FieldsProps) {
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
        <TextInput label="SKU" {...form.getInputProps("sku")} />
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
