/** Packing slips of chosen orders, each on a page of its own: of what is to be packed now. */
import { Button, Text } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import * as orderApi from "#core/contract/order";
import { apiQuery } from "../api/hooks.ts";
import type { Order } from "../orders/types.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { countText } from "../ui/format/format.tsx";
import { EmptyState, Page } from "../ui/page.tsx";
import { idParam, useUrlState } from "../ui/url-state.ts";
import { Slip } from "./slip.tsx";
import { useSlips } from "./use-slips.ts";

/** As many as a list page has rows. */
const ordersMax = 200;
const orderIdParam = idParam("ord");

export default function PackingSlips() {
  const [search] = useUrlState();
  const slipsFor = useSlips();
  const ids = (search["orderIds"] ?? "")
    .split(",")
    .map(orderIdParam)
    .filter((id) => id !== undefined)
    .slice(0, ordersMax);
  const queries = useQueries({ queries: ids.map((id) => apiQuery(orderApi.read, { id })) });
  const orders = queries.flatMap(({ data }): Order[] => (data ? [data] : []));
  const slips = orders.flatMap((order) => slipsFor(order).map((slip) => ({ order, slip })));
  const failed = queries.filter(({ error }) => error !== null);
  const isComplete = orders.length === ids.length;
  return (
    <Page
      title="Packing slips"
      titleExtra={
        <Text size="sm" c="dimmed" role="status">
          {isComplete
            ? `${countText(slips.length, "slip")} of ${countText(orders.length, "order")}`
            : `${orders.length} of ${countText(ids.length, "order")} read`}
        </Text>
      }
      actions={
        <Button
          leftSection={<IconPrinter size={16} />}
          onClick={() => print()}
          disabled={!isComplete || slips.length === 0}
        >
          Print
        </Button>
      }
    >
      {failed[0] && (
        <ErrorAlert error={failed[0].error} onRetry={() => void Promise.all(failed.map((query) => query.refetch()))} />
      )}
      {isComplete && slips.length === 0 && (
        <EmptyState title="Nothing to pack">None of these orders has units that are ready to be packed.</EmptyState>
      )}
      {slips.map(({ order, slip }) => (
        <Slip key={`${order.id} ${slip.key}`} order={order} slip={slip} />
      ))}
    </Page>
  );
}
