/** The options of a new product, and a row for each resulting variant. */
import { ActionIcon, Button, Group, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import { useRef } from "react";
import { variantName } from "../ui/format/variant-name.ts";
import { AmountInput } from "../ui/forms/amount-input.tsx";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { PlusIcon, TrashIcon } from "../ui/icons.ts";
import { filledIn, type Option, rowsFor, type VariantRow } from "./variant-rows.ts";
import classes from "./variants-field.module.css";

const optionsMax = 5;
const variantsMax = 200;

interface Values {
  readonly title: string;
  readonly options: Option[];
  readonly variants: VariantRow[];
}

interface Props {
  readonly form: {
    readonly values: Values;
    readonly errors: Readonly<Record<string, unknown>>;
    readonly setValues: (values: Partial<Values>) => void;
    readonly getInputProps: GetInputProps;
    readonly removeListItem: (path: "variants", index: number) => void;
  };
}

export function VariantsField({ form }: Props) {
  const { title, options, variants } = form.values;
  const setOptions = (next: Option[]) =>
    form.setValues({ options: next, variants: rowsFor(next, { options, variants }) });
  const changeOption = (index: number, patch: Partial<Option>) =>
    setOptions(options.map((option, at) => (at === index ? { ...option, ...patch } : option)));
  const field = useRef<HTMLDivElement>(null);
  /**
   * After rendering: the focused control may be gone by then, and keyboard users would start at the top of the page.
   */
  const focusOn = (...labels: readonly string[]) =>
    requestAnimationFrame(() => {
      const controls = labels.map((label) => field.current?.querySelector<HTMLElement>(`[aria-label="${label}"]`));
      (controls.find(Boolean) ?? field.current?.querySelector("button"))?.focus();
    });
  const firstPrice = variants[0]?.priceMinor ?? "";
  const changeAll = (patch: (row: VariantRow) => Partial<VariantRow>) =>
    form.setValues({ variants: variants.map((row) => ({ ...row, ...patch(row) })) });
  return (
    <Stack gap="md" ref={field}>
      {options.map(({ name, values }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new option has no name yet
        <Group key={index} align="start" gap="xs" wrap="nowrap" role="group" aria-label={`Option ${index + 1}`}>
          <TextInput
            w={130}
            label="Option"
            aria-label={`Name of option ${index + 1}`}
            placeholder="Size"
            maxLength={255}
            // A newly added option: its name is typed next.
            autoFocus
            value={name}
            error={
              values.length > 0 && form.errors[`options.${filledIn(options.slice(0, index)).length}`]
                ? "This field is required."
                : undefined
            }
            onChange={(event) => changeOption(index, { name: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // Moves to the values instead of submitting the incomplete product.
              event.preventDefault();
              focusOn(`Values of option ${index + 1}`);
            }}
          />
          <TagsInput
            flex={1}
            miw={0}
            label="Values"
            aria-label={`Values of option ${index + 1}`}
            placeholder={values.length === 0 ? "S, M, L (Enter after each)" : ""}
            acceptValueOnBlur
            value={values}
            onChange={(next) => changeOption(index, { values: next.map((value) => value.slice(0, 50)) })}
          />
          <ActionIcon
            mt={25}
            size={36}
            variant="subtle"
            color="gray"
            aria-label={`Remove option ${index + 1}`}
            onClick={() => {
              setOptions(options.filter((_, at) => at !== index));
              focusOn(`Name of option ${index + 1}`, `Name of option ${index}`);
            }}
          >
            <TrashIcon size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group gap="xs">
        {options.length < optionsMax && (
          <Button
            size="xs"
            variant="default"
            leftSection={<PlusIcon size={14} />}
            onClick={() => setOptions([...options, { name: "", values: [] }])}
          >
            Add an option, such as a size
          </Button>
        )}
        {variants.length > 1 && firstPrice.trim() && (
          <Button size="xs" variant="default" onClick={() => changeAll(() => ({ priceMinor: firstPrice }))}>
            Use the first price for all
          </Button>
        )}
        {title.trim() && variants.some(({ sku }) => !sku.trim()) && (
          <Button
            size="xs"
            variant="default"
            onClick={() => changeAll((row) => (row.sku.trim() ? {} : { sku: skuFor(title, row.options) }))}
          >
            Suggest SKUs
          </Button>
        )}
      </Group>
      <Stack gap="xs">
        {variants.map((row, index) => (
          <Group
            key={row.options.join("\n")}
            className={classes["row"]}
            role="group"
            aria-label={variantName({ ...row, sku: "Variant" })}
          >
            {options.length > 0 && (
              <Text size="sm" fw={550} className={classes["name"]} style={{ overflowWrap: "anywhere" }}>
                {variantName({ ...row, sku: "–" })}
              </Text>
            )}
            <TextInput {...labelProps("SKU", row, index)} {...form.getInputProps(`variants.${index}.sku`)} />
            <AmountInput {...labelProps("Price", row, index)} form={form} path={`variants.${index}.priceMinor`} />
            <TextInput {...labelProps("Barcode", row, index)} {...form.getInputProps(`variants.${index}.barcode`)} />
            {variants.length > 1 && (
              <ActionIcon
                size={30}
                variant="subtle"
                color="gray"
                aria-label={`Remove ${variantName(row)}`}
                onClick={() => form.removeListItem("variants", index)}
              >
                <TrashIcon size={16} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {variants.length === 0 && (
          <Text size="sm" c="dimmed">
            Add values to the options. Each combination becomes a variant.
          </Text>
        )}
        {variants.length > variantsMax && (
          <Text size="sm" c="var(--mantine-color-error)">
            {variants.length} variants: at most {variantsMax} are allowed. Remove some.
          </Text>
        )}
      </Stack>
    </Stack>
  );
}

/** The first field of a column shows its label, the others a placeholder. */
const labelProps = (label: string, { options }: VariantRow, index: number) => ({
  size: "xs" as const,
  "aria-label": options.length > 0 ? `${label} of ${options.join(", ")}` : label,
  ...(index === 0 ? { label } : { placeholder: label }),
});

/** Of a longer title only the beginning, so that the options that tell the variants apart still fit. */
const titleMax = 40;

/** "Linen shirt" in M and Blue: LINEN-SHIRT-M-BLUE. */
const skuFor = (title: string, options: readonly string[]): string =>
  [skuWord(skuWord(title).slice(0, titleMax)), ...options.map(skuWord)].filter(Boolean).join("-").slice(0, 100);

/** Letters without accents, which labels and scanners do not have; the vowel signs of Indian scripts stay. */
const skuWord = (text: string): string =>
  text
    .toUpperCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
