/** Books a label: the parcel's contents, box and weight, and a carrier's service, chosen by rate. */
import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as boxApi from "#core/contract/box";
import type { Answer, Asked } from "#core/contract/kit/operation";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { setApiQueryData, useApiMutation, useApiQuery } from "../api/hooks.ts";
import type { LocationId, Order, Parcel } from "../orders/types.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { type NumberValue, parseOptionalNumber } from "../ui/forms/parse-input.ts";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { WholeNumberInput } from "../ui/forms/whole-number-input.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { allOf, chosenLines, ParcelLines, packableLines, type Quantities } from "./parcel-lines.tsx";
import { type Choice, choiceKey, RateChoice } from "./rate-choice.tsx";
import { rememberedService, rememberService } from "./remembered-service.ts";

interface Values {
  readonly quantities: Quantities;
  /** A box's id, `default` or `none`. */
  readonly boxId: string;
  readonly weightGrams: NumberValue;
}

interface Props {
  readonly order: Order;
  readonly from: LocationId;
  readonly onBooked: (parcel: Parcel) => void;
  readonly onClose: () => void;
}

export function BookParcel({ order, from, onBooked, onClose }: Props) {
  const client = useQueryClient();
  const query = useApiQuery(boxApi.list, {});
  const boxes = query.data?.items ?? [];
  const lines = packableLines(order, from);
  const country = order.address?.country ?? "";
  const [choice, setChoice] = useState<Choice | null>(null);
  const packed = ({ quantities, boxId, weightGrams }: Values): Asked<typeof parcelApi.rates> => {
    const weight = parseOptionalNumber(weightGrams);
    const box = boxes.find(({ id }) => id === boxId)?.id;
    return {
      ...{ id: order.id, locationId: from, lines: chosenLines(lines, quantities) },
      ...(boxId === "none" ? { boxId: null } : box && { boxId: box }),
      ...(typeof weight === "number" && { weightGrams: weight }),
    };
  };
  const initialValues: Values = { quantities: allOf(lines), boxId: "default", weightGrams: "" };
  const form = useApiForm(parcelApi.ship, {
    initialValues,
    toInput: (values) => ({
      ...packed(values),
      ...(choice && { carrier: choice.carrier, ...(choice.service !== null && { service: choice.service }) }),
    }),
    fieldNames: { lines: `quantities.${lines[0]?.id}` },
    onSuccess: ({ order: after, parcel }) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, after);
      if (choice) rememberService(country, choice);
      if (parcel.status === "booking") {
        toastSuccess("The carrier has not answered yet. The label is being booked.");
        onClose();
      } else onBooked(parcel);
    },
  });
  const rates = useApiMutation(parcelApi.rates);
  const choose = ({ items, carriers }: Answer<typeof parcelApi.rates>) => {
    const all: Choice[] = [
      ...items,
      ...carriers
        .filter(({ carrier, status }) => status === "done" && !items.some((item) => item.carrier === carrier))
        .map(({ carrier }) => ({ carrier, service: null })),
    ];
    const usual = rememberedService(country);
    setChoice(all.find((one) => choiceKey(one) === usual) ?? all[0] ?? null);
  };
  // Not the hook's `onSuccess`: rates for a parcel that was changed meanwhile must not choose a service.
  const compare = () => rates.mutate(packed(form.values), { onSuccess: choose });
  const input = JSON.stringify(packed(form.values));
  // The compared rates were for a different parcel: they are removed, and fetched again on demand.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for the values
  useEffect(() => {
    rates.reset();
    setChoice(null);
  }, [input]);
  const fields = useRef<HTMLFormElement>(null);
  const hasAnswer = rates.isSuccess || rates.isError;
  // The button that compared the rates was disabled meanwhile, and is gone if there are any: the focus was lost with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `choice` comes after the answer
  useEffect(() => {
    if (!hasAnswer || document.activeElement !== document.body) return;
    fields.current?.querySelector<HTMLElement>('[aria-checked="true"], [type="submit"]')?.focus();
  }, [choice, hasAnswer]);
  const units = chosenLines(lines, form.values.quantities).reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <form
      ref={fields}
      onSubmit={(event) => {
        if (choice) return form.onSubmit(event);
        event.preventDefault();
        compare();
      }}
      noValidate
    >
      <Stack gap="sm">
        <ParcelLines
          lines={lines}
          getInputProps={form.getInputProps}
          onSet={(quantities) => form.setFieldValue("quantities", quantities)}
        />
        <Group grow align="start" gap="sm">
          <NativeSelect
            label="Box"
            data={[
              ...(boxes.some(({ isDefault }) => isDefault)
                ? []
                : [{ value: "default", label: query.data?.items.length === 0 ? "No boxes yet" : "Choose a box" }]),
              ...boxes.map(({ id, name, isDefault }) => ({ value: isDefault ? "default" : id, label: name })),
              { value: "none", label: "None of these" },
            ]}
            {...form.getInputProps("boxId")}
          />
          <WholeNumberInput
            label="Weight in grams"
            placeholder="From its items"
            min={1}
            hideControls
            data-autofocus
            {...form.getInputProps("weightGrams")}
          />
        </Group>
        {rates.data && <RateChoice answer={rates.data} choice={choice} onChoose={setChoice} />}
        {!choice && (
          <>
            <ErrorAlert error={rates.error} onRetry={compare} />
            <Button type="submit" variant="default" loading={rates.isPending} disabled={!(units > 0)}>
              Compare prices
            </Button>
            {rates.isPending && (
              <Text size="xs" c="dimmed" role="status">
                Getting rates. Carriers that take longer than eight seconds are left out.
              </Text>
            )}
          </>
        )}
        {choice && <FormFooter form={form} submitLabel="Book label" onCancel={onClose} />}
      </Stack>
    </form>
  );
}
