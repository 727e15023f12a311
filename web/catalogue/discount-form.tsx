/** The form of a discount, for a new one and for one that is there. What it gives is fixed once it is made. */
import { Checkbox, NativeSelect, NumberInput, Text, TextInput } from "@mantine/core";
import * as discountApi from "#core/contract/discount";
import { useSession } from "../api/session.tsx";
import type { Discount } from "../products/labels.ts";
import { clockText, momentIn } from "../ui/format/dates.ts";
import { countText } from "../ui/format/format.tsx";
import { AmountInput } from "../ui/forms/amount-input.tsx";
import type { GetInputProps } from "../ui/forms/api-form.tsx";
import {
  amountIfAny,
  amountIn,
  amountTyped,
  basisPointsIn,
  numberIfAny,
  percentText,
  type Typed,
} from "../ui/forms/parse-input.ts";
import { PercentInput } from "../ui/forms/percent-input.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { Remove } from "../ui/records/remove-button.tsx";

const kindNames: Readonly<Record<Discount["kind"], string>> = {
  percentage: "A percentage",
  fixed: "A fixed amount",
  freeShipping: "Free shipping",
};

interface Values {
  readonly code: string;
  readonly kind: Discount["kind"];
  readonly basisPoints: string;
  readonly amountMinor: string;
  readonly minimumMinor: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly usageLimit: Typed;
  readonly active: boolean;
}

const noDiscount: Values = {
  code: "",
  kind: "percentage",
  basisPoints: "",
  amountMinor: "",
  minimumMinor: "",
  startsAt: "",
  endsAt: "",
  usageLimit: "",
  active: true,
};

function askedFor(values: Values, { currency, timeZone }: { currency: string; timeZone: string }) {
  const { kind, basisPoints, amountMinor, minimumMinor, startsAt, endsAt, usageLimit, code, active } = values;
  return {
    code,
    active,
    ...(kind === "percentage" && { basisPoints: basisPointsIn(basisPoints) }),
    ...(kind === "fixed" && { amountMinor: amountIn(amountMinor, currency) }),
    minimumMinor: amountIfAny(minimumMinor, currency) ?? 0,
    startsAt: startsAt ? momentIn(startsAt, timeZone) : null,
    endsAt: endsAt ? momentIn(endsAt, timeZone) : null,
    usageLimit: numberIfAny(usageLimit),
  };
}

const valuesOf = (of: Discount, timeZone: string): Values => ({
  code: of.code,
  kind: of.kind,
  basisPoints: of.basisPoints === null ? "" : percentText(of.basisPoints),
  amountMinor: amountTyped(of.amount),
  minimumMinor: of.minimum.amountMinor > 0 ? amountTyped(of.minimum) : "",
  startsAt: of.startsAt ? clockText(of.startsAt, timeZone) : "",
  endsAt: of.endsAt ? clockText(of.endsAt, timeZone) : "",
  usageLimit: of.usageLimit ?? "",
  active: of.active,
});

interface NewProps {
  readonly close: () => void;
}

export function NewDiscount({ close }: NewProps) {
  const { store } = useSession();
  return (
    <RecordForm
      op={discountApi.create}
      from={noDiscount}
      asked={(values) => ({ kind: values.kind, ...askedFor(values, store) })}
      says={({ code }) => `${code} made`}
      label="Make the discount"
      isNew
      close={close}
    >
      {(form) => (
        <>
          <TextInput label="Code" data-autofocus autoFocus placeholder="MONSOON10" {...form.getInputProps("code")} />
          <NativeSelect
            label="What it gives"
            data={discountApi.kinds.map((value) => ({ value, label: kindNames[value] }))}
            {...form.getInputProps("kind")}
          />
          <Terms form={form} />
        </>
      )}
    </RecordForm>
  );
}

export function EditDiscount({ of, close }: NewProps & { of: Discount }) {
  const { store } = useSession();
  return (
    <RecordForm
      op={discountApi.edit}
      from={valuesOf(of, store.timeZone)}
      asked={(values) => ({ id: of.id, ...askedFor(values, store) })}
      says={({ code }) => `${code} saved`}
      label="Save"
      close={close}
      below={
        <Remove
          op={discountApi.remove}
          id={of.id}
          name={of.code}
          says="One that orders used is archived instead. Its code is free again."
          onDone={close}
        />
      }
    >
      {(form) => (
        <>
          <TextInput label="Code" data-autofocus autoFocus {...form.getInputProps("code")} />
          <Terms form={form} />
          <Text size="xs" c="dimmed">
            Used {countText(of.used, "time")}. Orders keep the terms they were placed with.
          </Text>
        </>
      )}
    </RecordForm>
  );
}

interface TermsProps {
  readonly form: {
    readonly values: Values;
    readonly getInputProps: GetInputProps;
  };
}

function Terms({ form }: TermsProps) {
  const { store } = useSession();
  const { kind } = form.values;
  return (
    <>
      {kind === "percentage" && <PercentInput label="How much" placeholder="10" form={form} path="basisPoints" />}
      {kind === "fixed" && <AmountInput label="How much" form={form} path="amountMinor" />}
      <AmountInput
        label="For orders from"
        description="What the goods must come to."
        placeholder="0"
        form={form}
        path="minimumMinor"
      />
      <TextInput label="Starts" type="datetime-local" {...form.getInputProps("startsAt")} />
      <TextInput label="Ends" type="datetime-local" {...form.getInputProps("endsAt")} />
      <Text size="xs" c="dimmed" mt={-6}>
        By the clocks in {store.timeZone}. Left empty, it has begun, or never ends.
      </Text>
      <NumberInput
        label="How often it may be used"
        min={1}
        allowDecimal={false}
        placeholder="As often as one likes"
        {...form.getInputProps("usageLimit")}
      />
      <Checkbox label="On" {...form.getInputProps("active", { type: "checkbox" })} />
    </>
  );
}
