/** The forms that create and edit a discount. Its kind cannot be changed afterwards. */
import { Checkbox, NativeSelect, Text, TextInput } from "@mantine/core";
import * as discountApi from "#core/contract/discount";
import { useSession } from "../api/session.tsx";
import { countText } from "../ui/format/format.tsx";
import { AmountInput } from "../ui/forms/amount-input.tsx";
import { PercentInput } from "../ui/forms/percent-input.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { WholeNumberInput } from "../ui/forms/whole-number-input.tsx";
import { RemoveButton } from "../ui/records/remove-button.tsx";
import { type DiscountValues, discountInput, discountValues, emptyDiscount } from "./discount-values.ts";
import type { Discount } from "./types.ts";

const kindLabels: Readonly<Record<Discount["kind"], string>> = {
  percentage: "Percentage",
  fixed: "Fixed amount",
  freeShipping: "Free shipping",
};

interface NewProps {
  readonly onClose: () => void;
}

export function NewDiscount({ onClose }: NewProps) {
  const { store } = useSession();
  return (
    <RecordForm
      operation={discountApi.create}
      initialValues={emptyDiscount}
      toInput={(values) => ({ kind: values.kind, ...discountInput(values, store) })}
      successMessage={({ code }) => `${code} created`}
      submitLabel="Add discount"
      resetOnSuccess
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput label="Code" data-autofocus autoFocus placeholder="MONSOON10" {...form.getInputProps("code")} />
          <NativeSelect
            label="Type"
            data={discountApi.kinds.map((value) => ({ value, label: kindLabels[value] }))}
            {...form.getInputProps("kind")}
          />
          <TermsFields form={form} />
        </>
      )}
    </RecordForm>
  );
}

export function EditDiscount({ discount, onClose }: NewProps & { discount: Discount }) {
  const { store } = useSession();
  return (
    <RecordForm
      operation={discountApi.edit}
      initialValues={discountValues(discount, store.timeZone)}
      toInput={(values) => ({ id: discount.id, ...discountInput(values, store, discount) })}
      successMessage={({ code }) => `${code} saved`}
      submitLabel="Save"
      onClose={onClose}
      footer={
        <RemoveButton
          operation={discountApi.remove}
          id={discount.id}
          name={discount.code}
          description="If orders used it, it is archived instead. Its code can be used again."
          onSuccess={onClose}
        />
      }
    >
      {(form) => (
        <>
          <TextInput label="Code" data-autofocus autoFocus {...form.getInputProps("code")} />
          <TermsFields form={form} />
          <Text size="xs" c="dimmed">
            Used {countText(discount.used, "time")}. Existing orders keep their discount.
          </Text>
        </>
      )}
    </RecordForm>
  );
}

interface TermsProps {
  readonly form: {
    readonly values: DiscountValues;
    readonly getInputProps: GetInputProps;
  };
}

function TermsFields({ form }: TermsProps) {
  const { store } = useSession();
  const { kind } = form.values;
  return (
    <>
      {kind === "percentage" && <PercentInput label="Percentage" placeholder="10" form={form} path="basisPoints" />}
      {kind === "fixed" && <AmountInput label="Amount" form={form} path="amountMinor" />}
      <AmountInput
        label="Minimum order amount"
        description="Without shipping."
        placeholder="0"
        form={form}
        path="minimumMinor"
      />
      <TextInput label="Starts" type="datetime-local" {...form.getInputProps("startsAt")} />
      <TextInput label="Ends" type="datetime-local" {...form.getInputProps("endsAt")} />
      <Text size="xs" c="dimmed" mt={-6}>
        In the time zone {store.timeZone}. Leave them empty for no start or no end.
      </Text>
      <WholeNumberInput label="Usage limit" min={1} placeholder="No limit" {...form.getInputProps("usageLimit")} />
      <WholeNumberInput
        label="Limit for each customer"
        description="By the customer’s email address."
        min={1}
        placeholder="No limit"
        {...form.getInputProps("perCustomerLimit")}
      />
      <Checkbox label="Active" {...form.getInputProps("active", { type: "checkbox" })} />
    </>
  );
}
