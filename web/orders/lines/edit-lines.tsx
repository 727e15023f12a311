/**
 * Edits an order's lines, shipping charge and discount code. A preview shows the new totals and the balance before
 * saving.
 */
import { Alert, Box, Button, Group, Stack, TextInput } from "@mantine/core";
import { useCallback, useRef } from "react";
import * as orderApi from "#core/contract/order";
import { errorMessage } from "../../api/error-messages.ts";
import { useSession } from "../../api/session.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { countText } from "../../ui/format/format.tsx";
import { moneyText } from "../../ui/format/money.ts";
import { ConflictAlert } from "../../ui/forms/conflict-alert.tsx";
import { amountAdvice, amountValue } from "../../ui/forms/parse-input.ts";
import { VariantPicker } from "../../ui/forms/variant-picker.tsx";
import { Drawer } from "../../ui/layout/drawer.tsx";
import { paymentBadges, statusBadges } from "../labels.ts";
import type { Order } from "../types.ts";
import { useAvailableTexts, useAvailableTextsOf } from "./available.ts";
import { Preview, previewHeight } from "./edit-preview.tsx";
import { AddedLine, ExistingLine } from "./edited-lines.tsx";
import { isDiscountError, shortageText } from "./line-editor.tsx";
import { lockedBecause } from "./locked-because.ts";
import { type Editing, useLineEdits } from "./use-line-edits.ts";

export default function EditLines(props: Editing) {
  const { order, opened, onClose } = props;
  return (
    <Drawer title={`Edit lines of ${order.number}`} opened={opened} onClose={onClose} size="xl">
      <Editor {...props} />
    </Drawer>
  );
}

function Editor(props: Editing) {
  const { order, opened, locked, onClose } = props;
  const { can } = useSession();
  const draft = useLineEdits(props);
  const { edits, changes, isReady, preview, save, submit, discard, setQuantity } = draft;
  const error = save.error ?? (changes > 0 && !locked ? preview.error : null);
  const isSaidAbove = error?.code === "version.stale" || (locked && error?.code === "order.locked");
  const scan = useRef<(code: string) => void>(null);
  const onScan = useCallback((code: string) => scan.current?.(code), []);
  const availableOf = useAvailableTexts(order.lines, { more: "more ", enabled: opened });
  const availableOfAdded = useAvailableTextsOf(edits.added.map(({ variant }) => variant));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      noValidate
    >
      <Stack gap="md">
        {locked ? (
          <Alert color="orange" title="The lines can no longer be edited" role="alert">
            {lockedBecause(order, can(orderApi.editLines))}{" "}
            {changes > 0 && "What you have typed is still here, but cannot be saved."}
          </Alert>
        ) : (
          <ConflictAlert
            error={save.error}
            base={draft.base}
            current={order}
            describe={describeLines}
            onKeepMine={draft.keepMine}
            onTakeTheirs={discard}
          />
        )}
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
              onChange={(next) => draft.setAdded(variant.id, next)}
              onScan={onScan}
            />
          ))}
        </Stack>
        <VariantPicker label="Add an item" onlyOnSale onPick={draft.pick} scan={scan} />
        <Group grow align="start" gap="sm">
          <TextInput
            label={`Shipping, ${order.currency}`}
            inputMode="decimal"
            value={edits.shipping ?? amountValue(order.totals?.shipping ?? null)}
            onChange={(event) => draft.setTerms({ shipping: event.currentTarget.value })}
            {...(draft.isShippingInvalid && { error: amountAdvice(order.currency) })}
          />
          <TextInput
            label="Discount code"
            maxLength={100}
            value={edits.discountCode ?? order.discountCode ?? ""}
            onChange={(event) => draft.setTerms({ discountCode: event.currentTarget.value })}
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
        {!isSaidAbove && !isDiscountError(error) && (
          <ErrorAlert error={error} onRetry={locked ? undefined : save.error ? submit : () => void preview.refetch()} />
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
            Save {changes > 0 && countText(changes, "change")}
          </Button>
        </Group>
      </Stack>
    </form>
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
