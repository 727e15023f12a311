/** Requests a payment page from a gateway for the order's current balance. */
import { Alert, NativeSelect, Skeleton, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Answer } from "#core/contract/kit/operation";
import * as orderApi from "#core/contract/order";
import * as paymentApi from "#core/contract/payment";
import * as providerApi from "#core/contract/provider";
import { setApiQueryData, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import type { Order } from "../orders/types.ts";
import { providerLabel } from "../providers/labels.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { moneyText } from "../ui/format/money.ts";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { TextLink } from "../ui/links/links.tsx";
import { toastSuccess } from "../ui/toast.tsx";

type Gateways = Answer<typeof paymentApi.listGateways>["items"];

export default function AskForPayment({ order, onClose }: { order: Order; onClose: () => void }) {
  const { can } = useSession();
  const query = useApiQuery(paymentApi.listGateways, {});
  if (query.error && !query.data) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={120} radius="md" role="status" aria-label="Loading" />;
  if (query.data.items.length === 0) {
    return (
      <Alert color="gray" title="No gateway is set up">
        <Text size="sm">
          {can(providerApi.configure) ? (
            <>
              Set one up in <TextLink to="/settings/payments">Settings › Payments</TextLink>. Until then, record
              payments manually.
            </>
          ) : (
            "An owner can set one up in Settings › Payments. Until then, record payments manually."
          )}
        </Text>
      </Alert>
    );
  }
  return <AskForm order={order} gateways={query.data.items} onClose={onClose} />;
}

interface Props {
  readonly order: Order;
  readonly gateways: Gateways;
  readonly onClose: () => void;
}

function AskForm({ order, gateways, onClose }: Props) {
  const client = useQueryClient();
  const usual = gateways.find(({ code }) => code === order.paymentMethod) ?? gateways[0];
  const form = useApiForm(orderApi.requestPayment, {
    initialValues: { gateway: usual?.code ?? "stripe" },
    toInput: ({ gateway }) => ({ id: order.id, gateway }),
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer);
      const made = answer.paymentRequests.findLast(({ gateway }) => gateway === form.getValues().gateway);
      // A refused or unanswered request is shown among the order's payment requests.
      if (made?.status === "open") toastSuccess(`${providerLabel(made.gateway)} created a payment page: copy its link`);
      onClose();
    },
  });
  const { balance } = order;
  const chosen = gateways.find(({ code }) => code === form.values.gateway);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          {balance && `The customer owes ${moneyText(balance.amount)}. `}The gateway creates a payment page for exactly
          that amount. Its link is sent to the customer, unless that is switched off in Settings › Messages.
        </Text>
        <NativeSelect
          label="Gateway"
          data-autofocus
          data={gateways.map(({ code, label, mode }) => ({
            value: code,
            label: mode === "test" ? `${label} (test mode)` : label,
          }))}
          {...form.getInputProps("gateway")}
        />
        {chosen?.mode === "test" && (
          <Alert color="orange" title="Test mode" py="xs">
            <Text size="sm">No real money moves: payments made there are not real.</Text>
          </Alert>
        )}
        <FormFooter form={form} submitLabel="Request payment" onCancel={onClose} />
      </Stack>
    </form>
  );
}
