/**
 * Edits an order's lines, shipping charge and discount code. A preview shows the new totals and the balance before
 * saving.
 */
import { Box, Button, Group, Stack, Table, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, memo, useCallback, useRef, useState } from "react";
import type { Answer } from "#core/contract/kit/operation";
import * as orderApi from "#core/contract/order";
import { errorMessage } from "../api/error-messages.ts";
import { setApiQueryData, useApiMutation, useApiQuery } from "../api/hooks.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { Amount, countText } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { ConflictAlert } from "../ui/forms/conflict-alert.tsx";
import { amountAdvice, amountValue, type NumberValue } from "../ui/forms/parse-input.ts";
import { useUnsaved } from "../ui/forms/unsaved.ts";
import { useBaseValue } from "../ui/forms/use-api-form.ts";
import { useLastWord } from "../ui/forms/use-last-word.ts";
import { type Variant, VariantPicker } from "../ui/forms/variant-picker.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { useAvailableTexts, useAvailableTextsOf } from "./available.ts";
import { balanceText, paymentBadges, statusBadges } from "./labels.ts";
import type { LineEditorProps } from "./line-editor.tsx";
import { isDiscountError, isQuantity, LineEditor, oneMore, shortageText } from "./line-editor.tsx";
import { changeCount, noEdits, toInput } from "./line-edits.ts";
import { BalanceNote } from "./order-payment.tsx";
import type { Line, Order } from "./types.ts";

interface Props {
  readonly order: Order;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export default function EditLines({ order, opened, onClose }: Props) {
  return (
    <Drawer title={`Edit lines of ${order.number}`} opened={opened} onClose={onClose} size="xl">
      <Editor order={order} opened={opened} onClose={onClose} />
    </Drawer>
  );
}

function Editor({ order, opened, onClose }: Props) {
  const client = useQueryClient();
  const [edits, setEdits] = useState(noEdits);
  /** The order that someone else has saved, and that the user has decided to overwrite. */
  const [overwritten, setOverwritten] = useState<Order | null>(null);
  const begun = useBaseValue(order, edits !== noEdits);
  const base = overwritten ?? begun;
  // Not compared with the latest order: if an answer was lost, saving again must repeat the same request.
  const input = toInput(base, edits);
  const dirty = changeCount(input) > 0;
  useUnsaved(() => dirty);
  const isShippingInvalid = Number.isNaN(input.shippingMinor);
  const typed = [...Object.values(edits.quantities), ...edits.added.map(({ quantity }) => quantity)];
  const isReady = dirty && !isShippingInvalid && typed.every(isQuantity);
  const [debounced] = useDebouncedValue(JSON.stringify(isReady ? input : null), 200);
  const asked: typeof input | null = JSON.parse(debounced);
  const preview = useApiQuery(
    orderApi.editLines,
    { ...(asked ?? input), dryRun: true },
    { enabled: opened && isReady && asked !== null },
  );
  const heard = useLastWord(orderApi.editLines);
  const save = useApiMutation(orderApi.editLines, {
    version: base.version,
    onError: heard,
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer.order);
      setEdits(noEdits);
      setOverwritten(null);
      toastSuccess(
        answer.balance.direction === "even"
          ? `${order.number} edited`
          : `${order.number} edited: ${balanceText(answer.balance)}`,
      );
      onClose();
    },
  });
  /** A second Enter, before the button is disabled, sends nothing. */
  const isSending = useRef(false);
  const discard = () => {
    setEdits(noEdits);
    setOverwritten(null);
    save.reset(); // what was sent is not heard of
    isSending.current = false;
  };
  const error = save.error ?? (dirty ? preview.error : null);
  const submit = () => {
    if (isSending.current) return;
    isSending.current = true;
    heard(null);
    save.mutate(input, {
      onSettled: () => {
        isSending.current = false;
      },
    });
  };
  const setQuantity = useCallback(
    (id: string, quantity: NumberValue) =>
      setEdits((now) => ({ ...now, quantities: { ...now.quantities, [id]: quantity } })),
    [],
  );
  const setAdded = (id: string, quantity: NumberValue) =>
    setEdits({
      ...edits,
      added: edits.added.flatMap((one) =>
        one.variant.id !== id ? [one] : quantity === 0 ? [] : [{ ...one, quantity }],
      ),
    });
  const pick = (variant: Variant) => {
    const line = order.lines.find(({ variantId }) => variantId === variant.id);
    const added = edits.added.find((one) => one.variant.id === variant.id);
    if (line) setQuantity(line.id, oneMore(edits.quantities[line.id] ?? line.quantity));
    else if (added) setAdded(variant.id, oneMore(added.quantity));
    else setEdits({ ...edits, added: [...edits.added, { variant, quantity: 1 }] });
  };
  const scan = useRef<(code: string) => void>(null);
  const onScan = useCallback((code: string) => scan.current?.(code), []);
  const availableOf = useAvailableTexts(order.lines, { more: "more ", enabled: opened });
  const availableOfAdded = useAvailableTextsOf(edits.added.map(({ variant }) => variant));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) submit();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <ConflictAlert
          error={save.error}
          base={base}
          current={order}
          describe={describeLines}
          onKeepMine={() => {
            setOverwritten(order);
            save.reset();
          }}
          onTakeTheirs={discard}
        />
        <Stack gap="xs">
          {order.lines.map((line, index) => (
            <ExistingLine
              key={line.id}
              autoFocus={index === 0}
              line={line}
              available={availableOf(line)}
              quantity={edits.quantities[line.id] ?? line.quantity}
              shortage={shortageText(error, line.variantId)}
              onQuantity={setQuantity}
              onScan={onScan}
            />
          ))}
          {edits.added.map(({ variant, quantity }) => (
            <AddedLine
              key={variant.id}
              variant={variant}
              available={availableOfAdded(variant)}
              quantity={quantity}
              shortage={shortageText(error, variant.id)}
              onChange={(next) => setAdded(variant.id, next)}
              onScan={onScan}
            />
          ))}
        </Stack>
        <VariantPicker label="Add an item" onlyOnSale onPick={pick} scan={scan} />
        <Group grow align="start" gap="sm">
          <TextInput
            label={`Shipping, ${order.currency}`}
            inputMode="decimal"
            value={edits.shipping ?? amountValue(order.totals?.shipping ?? null)}
            onChange={(event) => setEdits({ ...edits, shipping: event.currentTarget.value })}
            {...(isShippingInvalid && { error: amountAdvice(order.currency) })}
          />
          <TextInput
            label="Discount code"
            maxLength={100}
            value={edits.discountCode ?? order.discountCode ?? ""}
            onChange={(event) => setEdits({ ...edits, discountCode: event.currentTarget.value })}
            {...(isDiscountError(error) && { error: errorMessage(error).title })}
          />
        </Group>
        {isReady &&
          !error &&
          (preview.data ? (
            <Preview preview={preview.data} pending={preview.isPlaceholderData} />
          ) : (
            <Box h={previewHeight} />
          ))}
        {error?.code !== "version.stale" && !isDiscountError(error) && (
          <ErrorAlert error={error} onRetry={save.error ? submit : () => void preview.refetch()} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={() => {
              discard();
              onClose();
            }}
          >
            Discard
          </Button>
          <Button type="submit" disabled={!isReady} loading={save.isPending}>
            Save {dirty && countText(changeCount(input), "change")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ExistingLineProps extends Pick<LineEditorProps, "quantity" | "shortage" | "autoFocus" | "onScan"> {
  readonly line: Line;
  readonly available: string | null;
  readonly onQuantity: (id: Line["id"], quantity: NumberValue) => void;
}

/** Of two hundred lines, only the one that is typed in is drawn again. */
const ExistingLine = memo(({ line, available, onQuantity, ...props }: ExistingLineProps) => {
  const { quantity } = props;
  const change =
    quantity === 0
      ? "removed"
      : quantity !== line.quantity
        ? `was ${line.quantity}`
        : `${moneyText(line.unitPrice)} each`;
  const note = [change, available].filter(Boolean).join(", ");
  const { title, sku, imageUrl } = line;
  return (
    <LineEditor
      {...props}
      {...{ title, sku, imageUrl, note }}
      currentQuantity={line.quantity}
      onChange={(next) => onQuantity(line.id, next)}
    />
  );
});

interface AddedLineProps extends Pick<LineEditorProps, "quantity" | "shortage" | "onChange" | "onScan"> {
  readonly variant: Variant;
  readonly available: string | null;
}

function AddedLine({ variant, available, ...props }: AddedLineProps) {
  const note = ["new", `${moneyText(variant.price)} each`, available].filter(Boolean).join(", ");
  const { title, sku, image } = variant;
  return <LineEditor {...props} {...{ title, sku, note }} imageUrl={image?.thumbnailUrl ?? null} />;
}

type Preview = Answer<typeof orderApi.editLines>;

/** With a balance. Kept free for it: Save would move away from whoever is about to press it. */
const previewHeight = 212;

function Preview({ preview: { totals, balance }, pending }: { preview: Preview; pending: boolean }) {
  const rows = [
    ["Subtotal", totals.before.subtotal, totals.after.subtotal],
    ["Discount", totals.before.discount, totals.after.discount],
    ["Shipping", totals.before.shipping, totals.after.shipping],
    ["Tax", totals.before.tax, totals.after.tax],
    ["Total", totals.before.total, totals.after.total],
  ] as const;
  return (
    <Stack gap={4} style={{ opacity: pending ? 0.6 : 1 }}>
      <Table fz="sm" verticalSpacing={3} aria-live="polite" aria-label="Preview">
        <Table.Thead>
          <Table.Tr>
            <Table.Th />
            <Table.Th ta="right">Now</Table.Th>
            <Table.Th ta="right">After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([label, before, after]) => (
            <Table.Tr key={label} fw={label === "Total" ? 650 : undefined}>
              <Table.Td>{label}</Table.Td>
              <Table.Td ta="right">
                <Amount value={before} dimmed />
              </Table.Td>
              <Table.Td ta="right">
                <Amount value={after} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <BalanceNote balance={balance} />
    </Stack>
  );
}

const describeLines = ({ lines, totals, discountCode, status, paymentStatus }: Order): Record<string, string> => ({
  ...Object.fromEntries(lines.map(({ sku, quantity }) => [sku, String(quantity)])),
  Shipping: totals ? moneyText(totals.shipping) : "",
  "Discount code": discountCode ?? "",
  Total: totals ? moneyText(totals.total) : "",
  Status: statusBadges[status][0],
  Payment: paymentBadges[paymentStatus][0],
});
