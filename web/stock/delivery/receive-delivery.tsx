/** Receives a delivery of several items, scanned one after the other or pasted from the supplier's sheet. */
import { Alert, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import * as stockApi from "#core/contract/stock";
import * as variantApi from "#core/contract/variant";
import { type ApiError, isRetryable } from "../../api/api-client.ts";
import { useSession } from "../../api/session.tsx";
import { labelsOf } from "../../labels/chosen-items.ts";
import { countText } from "../../ui/format/format.tsx";
import { FormFooter } from "../../ui/forms/form-footer.tsx";
import { useApiForm } from "../../ui/forms/use-api-form.ts";
import { isCodeInText, useScanInField } from "../../ui/forms/use-scan-in-field.ts";
import { VariantPicker } from "../../ui/forms/variant-picker.tsx";
import { NoLocation } from "../../ui/layout/no-location.tsx";
import { Breadcrumb, Page } from "../../ui/layout/page.tsx";
import { TextLink } from "../../ui/links/links.tsx";
import { ServedOrders } from "../changes/change-result.tsx";
import { type Item, type ItemLine, ItemLines, inputLines, withUnits } from "../item-lines.tsx";
import type { LocationId, StockChange } from "../types.ts";
import { useLastLocation } from "../use-last-location.ts";
import { PastedLines } from "./pasted-lines.tsx";

export default function ReceiveDelivery() {
  const { open, location } = useLastLocation();
  return (
    <Page title="Receive a delivery">
      <Breadcrumb to="/stock/levels" label="Stock levels" />
      {location ? (
        <Delivery open={open} last={location.id} />
      ) : (
        <NoLocation>Goods are received at a location.</NoLocation>
      )}
    </Page>
  );
}

type Open = ReturnType<typeof useLastLocation>["open"];

function Delivery({ open, last }: { open: Open; last: LocationId }) {
  const { can } = useSession();
  const { setLast } = useLastLocation();
  const [received, setReceived] = useState<Received | null>(null);
  // Another window may choose another location meanwhile.
  const [locationId, setLocationId] = useState(last);
  const form = useApiForm(stockApi.receiveMany, {
    initialValues: { lines: [] as ItemLine[], pasted: "", reason: "" },
    toInput: ({ lines, reason }) => ({ locationId, lines: inputLines(lines), ...(reason.trim() && { reason }) }),
    validate: ({ pasted }) => (pasted.trim() ? { pasted: "Add these lines first, or clear them." } : {}),
    onSuccess: ({ served }, { lines }) => {
      setReceived({ at: open.find(({ id }) => id === locationId)?.name ?? "", lines, served });
      form.reset();
    },
  });
  const { error, isPending } = form.mutation;
  // It may have been received already: changed and sent again, it would be received once more.
  const isUndecided = isPending || isRetryable(error);
  const scan = useRef<(code: string) => void>(null);
  const onScan = (code: string) => scan.current?.(code);
  const { lines, pasted, reason } = form.values;
  const onReasonKeyDown = useScanInField(reason, (typed) => form.setFieldValue("reason", typed), onScan, isCodeInText);
  const addUnits = (item: Item, units: number) =>
    form.setFieldValue("lines", withUnits(form.getValues().lines, item, units));
  const units = inputLines(lines).reduce((sum, { quantity }) => sum + (quantity || 0), 0);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack maw={640} gap="md">
        {received && <ReceivedAlert received={received} />}
        <fieldset
          disabled={isUndecided}
          onKeyDown={toNextItem}
          style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}
        >
          <Stack gap="md">
            {open.length > 1 && (
              <NativeSelect
                label="Location"
                value={locationId}
                data={open.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(event) => {
                  setLocationId(event.currentTarget.value as LocationId); // one of the options
                  setLast(event.currentTarget.value);
                }}
              />
            )}
            <VariantPicker
              label="Add an item"
              autoFocus
              scan={scan}
              onPick={(item) => addUnits(item, 1)}
              error={form.errors["lines"] && lines.length === 0 ? "Add at least one item." : undefined}
            />
            {can(variantApi.list) && (
              <PastedLines
                {...form.getInputProps("pasted")}
                text={pasted}
                setText={(text) => form.setFieldValue("pasted", text)}
                onAdd={addUnits}
              />
            )}
            <ItemLines
              lines={lines}
              getInputProps={form.getInputProps}
              onRemove={(index) => form.removeListItem("lines", index)}
              onScan={onScan}
              refused={refusedIn(error)}
            />
            <TextInput
              label="Reason"
              placeholder="Supplier, delivery note …"
              {...form.getInputProps("reason")}
              onKeyDown={onReasonKeyDown}
            />
          </Stack>
        </fieldset>
        {isRetryable(error) && (
          <Text size="sm">
            Whether this was received is not known. Try again before you change anything: it is received only once.
          </Text>
        )}
        <FormFooter form={form} submitLabel={units > 0 ? `Receive ${countText(units, "unit")}` : "Receive"} />
      </Stack>
    </form>
  );
}

/** Enter after a number of units goes on to the next item: it must not receive a delivery that is half entered. */
function toNextItem(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, ctrlKey, metaKey } = event;
  if (key !== "Enter" || ctrlKey || metaKey || event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>("[data-autofocus]")?.focus();
}

/** Why items were refused, by variant. */
function refusedIn(error: ApiError | null): Map<string, string> {
  const ids: unknown = error?.code === "stock.untracked" ? error.detail["variantIds"] : null;
  return new Map(Array.isArray(ids) ? ids.map((id) => [String(id), "Not tracked"]) : []);
}

interface Received {
  readonly at: string;
  readonly lines: ReturnType<typeof inputLines>;
  readonly served: StockChange["served"];
}

function ReceivedAlert({ received: { at, lines, served } }: { received: Received }) {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const copies = lines.map(({ variantId, quantity }) => ({ id: variantId, copies: quantity }));
  return (
    <Alert color="teal" role="status" title={`${countText(units, "unit")} received at ${at}`}>
      <TextLink to="/products/labels" search={labelsOf(copies)} size="sm" inherit c="inherit" td="underline">
        Print {countText(units, "label")} for what was received
      </TextLink>
      <ServedOrders served={served} />
    </Alert>
  );
}
