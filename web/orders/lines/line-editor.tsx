/** A line of an order that is being created or edited: its quantity, and any shortage. */
import { ActionIcon, Group, Stack, Text } from "@mantine/core";
import type { ApiError } from "../../api/api-client.ts";
import { type NumberValue, wholeNumberError } from "../../ui/forms/parse-input.ts";
import { WholeNumberInput } from "../../ui/forms/whole-number-input.tsx";
import { TrashIcon, Undo2Icon } from "../../ui/icons.ts";
import { useScanInField } from "../../ui/scan/use-scan-in-field.ts";
import { Thumbnail } from "../../ui/thumbnail.tsx";

export interface LineEditorProps {
  readonly title: string;
  readonly sku: string;
  readonly imageUrl: string | null;
  readonly note: string;
  /** As typed; 0 for a line that is removed. */
  readonly quantity: NumberValue;
  /** The saved quantity; a new line has none. */
  readonly currentQuantity?: number;
  /** "Only 2 in stock", or null if there is enough. */
  readonly shortage: string | null;
  /** Set for the first line of a drawer. */
  readonly autoFocus?: boolean;
  readonly onChange: (quantity: NumberValue) => void;
  /** Called with what was scanned while the quantity had the focus. */
  readonly onScan: (code: string) => void;
}

const bounds = { min: 0, max: 1_000_000 };

/** Whether what was typed is a quantity: an empty field is none, so that it can be typed anew. */
export const isQuantity = (typed: NumberValue): boolean => typed !== "" && wholeNumberError(typed, bounds) === null;

/** When the item is picked or scanned again. What is no quantity stays as typed, with what is wrong with it. */
export const oneMore = (typed: NumberValue): NumberValue =>
  typed === "" || isQuantity(typed) ? Number(typed) + 1 : typed;

export function LineEditor(props: LineEditorProps) {
  const {
    title,
    sku,
    imageUrl,
    note,
    quantity,
    currentQuantity,
    shortage,
    autoFocus = false,
    onChange,
    onScan,
  } = props;
  const onKeyDown = useScanInField(quantity, onChange, onScan);
  const removed = quantity === 0;
  return (
    <Group justify="space-between" wrap="nowrap" align="start" gap="sm">
      <Thumbnail url={imageUrl} size={32} />
      <Stack gap={0} miw={0} flex={1}>
        <Text size="sm" {...(removed && { td: "line-through" })}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          <Text span inherit ff="monospace">
            {sku}
          </Text>{" "}
          · {note}
        </Text>
        {shortage && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {shortage}
          </Text>
        )}
      </Stack>
      <WholeNumberInput
        size="xs"
        w={88}
        {...bounds}
        data-autofocus={autoFocus || undefined}
        aria-label={`Quantity of ${sku}`}
        value={quantity}
        error={shortage !== null || quantity === ""}
        onChange={onChange}
        onKeyDown={onKeyDown}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={removed ? `Put ${sku} back` : `Remove ${sku}`}
        title={removed ? "Put back" : "Remove"}
        onClick={() => onChange(removed ? (currentQuantity ?? 1) : 0)}
      >
        {removed ? <Undo2Icon size={16} /> : <TrashIcon size={16} />}
      </ActionIcon>
    </Group>
  );
}

/** The available units of a variant, from the detail of `stock.short`; null if there is enough. */
export function shortageText(error: ApiError | null, variantId: string, more = "more "): string | null {
  const lines: unknown = error?.code === "stock.short" ? error.detail["lines"] : null;
  if (!Array.isArray(lines)) return null;
  const line: unknown = lines.find((each) => each?.variantId === variantId);
  if (typeof line !== "object" || line === null) return null;
  const left = "available" in line ? Number(line.available) : null;
  return left === null ? "Not enough in stock" : left > 0 ? `Only ${left} ${more}in stock` : "Out of stock";
}

/** Whether the discount code was refused, which its field reports. */
export const isDiscountError = (error: ApiError | null): error is ApiError =>
  error?.code.startsWith("discount.") ?? false;
