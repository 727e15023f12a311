/** One line of an order that is being put together or edited: how many, taken out and put back, and what is missing. */
import { ActionIcon, Group, NumberInput, Stack, Text, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconTrash } from "@tabler/icons-react";
import type { ApiError } from "../api/api-client.ts";

export interface EntryProps {
  readonly title: string;
  readonly sku: string;
  readonly note: string;
  readonly quantity: number;
  /** How many there are now; a new line has none. */
  readonly before?: number;
  readonly short: string | null;
  /** The first of a drawer: typing begins here. */
  readonly first?: boolean;
  readonly onChange: (quantity: number) => void;
}

export function Entry({ title, sku, note, quantity, before, short, first = false, onChange }: EntryProps) {
  const out = quantity === 0;
  return (
    <Group justify="space-between" wrap="nowrap" align="start" gap="sm" data-entry={sku}>
      <Stack gap={0} miw={0} flex={1}>
        <Text size="sm" {...(out && { td: "line-through" })}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          <Text span inherit ff="monospace">
            {sku}
          </Text>{" "}
          · {note}
        </Text>
        {short && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {short}
          </Text>
        )}
      </Stack>
      <NumberInput
        size="xs"
        w={88}
        min={0}
        max={1_000_000}
        allowDecimal={false}
        allowNegative={false}
        data-autofocus={first || undefined}
        aria-label={`Quantity of ${sku}`}
        value={quantity}
        error={Boolean(short)}
        onChange={(value) => onChange(typeof value === "number" ? value : Number(value) || 0)}
      />
      <Tooltip label={out ? "Put it back" : "Take it out"}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={out ? `Put ${sku} back` : `Take ${sku} out`}
          onClick={() => onChange(out ? (before ?? 1) : 0)}
        >
          {out ? <IconArrowBackUp size={16} /> : <IconTrash size={16} />}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** What the store says is missing of a variant, from the detail of `stock.short`. */
export function shortOf(refused: ApiError | null, variantId: string, more = "more "): string | null {
  const lines: unknown = refused?.code === "stock.short" ? refused.detail["lines"] : null;
  if (!Array.isArray(lines)) return null;
  const line: unknown = lines.find((each) => each?.variantId === variantId);
  if (typeof line !== "object" || line === null) return null;
  const left = "available" in line ? Number(line.available) : null;
  return left === null ? "Not enough in stock" : left > 0 ? `Only ${left} ${more}in stock` : "None left in stock";
}
