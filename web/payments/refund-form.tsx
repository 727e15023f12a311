/** Refunds an amount through the gateway that took it. */
import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Money } from "#core/contract/kit/fields";
import * as orderApi from "#core/contract/order";
import type { ApiError } from "../api/api-client.ts";
import { setApiQueryData } from "../api/hooks.ts";
import type { Order } from "../orders/types.ts";
import { providerLabel } from "../providers/labels.ts";
import { fieldText, moneyText, parseMinorUnits } from "../ui/format/money.ts";
import { AmountInput } from "../ui/forms/amount-input.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { parseAmount } from "../ui/forms/parse-input.ts";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { toastAdvice, toastSuccess } from "../ui/toast.tsx";
import { suggestedRefunds } from "./suggested-refunds.ts";

interface Props {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Payments with something left to refund. */
const refundablePayments = ({ payments }: Order) =>
  payments.filter(({ refundable, reversedAt }) => reversedAt === null && refundable && refundable.amountMinor > 0);

export default function RefundForm({ order, onClose }: Props) {
  const client = useQueryClient();
  const { currency } = order;
  const payments = refundablePayments(order);
  const before = new Set(order.refunds.map(({ id }) => id));
  const form = useApiForm(orderApi.refund, {
    initialValues: { amount: "", paymentId: "", reason: "" },
    toInput: ({ amount, paymentId, reason }) => ({
      id: order.id,
      amountMinor: parseAmount(amount, currency),
      ...(paymentId && { paymentId: paymentId as Order["payments"][number]["id"] }), // one of the options
      ...(reason.trim() && { reason }),
    }),
    fieldNames: { amountMinor: "amount" },
    validate: ({ amount }) =>
      parseMinorUnits(amount, currency) === 0 ? { amount: "Enter an amount above zero." } : {},
    refusedFields: amountErrors,
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer);
      const made = answer.refunds.filter(({ id }) => !before.has(id));
      // Only a refund that the gateway has confirmed is a success; the order shows the state of the others.
      if (made.length > 0 && made.every(({ status }) => status === "succeeded")) {
        toastSuccess(`${order.number}: refunded`);
      }
      // The drawer closes, and whoever does not see the order would take that for a success.
      const failed = made.find(({ status }) => status === "failed");
      if (failed) toastAdvice(`${order.number}: the refund failed`, failed.says ?? "The gateway gave no reason.");
      form.reset();
      onClose();
    },
  });
  const { amount, paymentId } = form.values;
  const isSaving = form.mutation.isPending;
  const chosen = payments.find(({ id }) => id === paymentId);
  const left = chosen?.refundable ?? order.refundable;
  const amountMinor = parseMinorUnits(amount, currency);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          The money goes back to the original payment method. {left && `${moneyText(left)} can be refunded`}
          {chosen ? " of this payment." : "; pending refunds are already deducted."}
        </Text>
        <AmountInput label="Amount" form={form} path="amount" readOnly={isSaving} data-autofocus />
        <Suggestions
          order={order}
          left={left}
          disabled={isSaving}
          onPick={(text) => form.setFieldValue("amount", text)}
        />
        {payments.length > 1 && (
          <NativeSelect
            label="Payment"
            description="Automatic uses the newest payment that covers the amount."
            data={[
              { value: "", label: "Automatic" },
              ...payments.map(({ id, method, reference, refundable }) => ({
                value: id,
                label: `${providerLabel(method ?? "")}${reference ? ` ${reference}` : ""}: ${refundable ? moneyText(refundable) : ""} left`,
              })),
            ]}
            disabled={isSaving}
            {...form.getInputProps("paymentId")}
          />
        )}
        <TextInput
          label="Reason (optional)"
          maxLength={500}
          description="For the team."
          readOnly={isSaving}
          {...form.getInputProps("reason")}
        />
        <FormFooter
          form={form}
          submitLabel={amountMinor ? `Refund ${moneyText({ amountMinor, currency })}` : "Refund"}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

interface SuggestionsProps {
  readonly order: Order;
  readonly left: Money | null;
  readonly disabled: boolean;
  readonly onPick: (text: string) => void;
}

function Suggestions({ order, left, disabled, onPick }: SuggestionsProps) {
  const { currency } = order;
  return (
    <Group gap={6}>
      {suggestedRefunds(order, left?.amountMinor ?? 0).map(({ label, amountMinor }) => (
        <Button
          key={label}
          size="compact-xs"
          variant="light"
          disabled={disabled}
          onClick={() => onPick(fieldText(amountMinor, currency))}
        >
          {label}: {moneyText({ amountMinor, currency })}
        </Button>
      ))}
    </Group>
  );
}

/** Shows how much is left, at a field with too high an amount. */
function amountErrors({ code, detail }: ApiError): Record<string, string> {
  if (code === "refund.nothingLeft") return { amount: "Nothing is left to refund." };
  if (code !== "refund.aboveRemaining") return {};
  const remaining = detail["remaining"] as Money | undefined; // the detail of this code
  return { amount: remaining ? `At most ${moneyText(remaining)} can be refunded.` : "That is too much." };
}
