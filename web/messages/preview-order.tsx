import { Select } from "@mantine/core";
import * as orderApi from "#core/contract/order";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";

interface Props {
  readonly orderId: `ord_${string}` | null;
  readonly onChange: (orderId: `ord_${string}` | null) => void;
}

/** The order for the preview: a recent one, or an example. */
export function PreviewOrder({ orderId, onChange }: Props) {
  const { can } = useSession();
  const query = useApiQuery(orderApi.list, { limit: 50 }, { enabled: can(orderApi.list) });
  const orders = query.data?.items ?? [];
  return (
    <Select
      size="xs"
      aria-label="Order of the preview"
      placeholder="Example order"
      clearable
      searchable
      value={orderId}
      onChange={(value) => onChange(orders.find(({ id }) => id === value)?.id ?? null)}
      data={orders.map(({ id, number, contact }) => ({ value: id, label: `${number} ${contact?.name ?? ""}` }))}
    />
  );
}
