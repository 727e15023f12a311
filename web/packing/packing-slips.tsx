/** Packing slips of the selected orders, each on its own page, for what is to be packed now. */
import { Button, Text } from "@mantine/core";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { countText } from "../ui/format/format.tsx";
import { PrinterIcon } from "../ui/icons.ts";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { ReadyOrdersLink } from "./ready-orders-link.tsx";
import { Slip } from "./slip.tsx";
import { useChosenOrders } from "./use-chosen-orders.ts";
import { useSlips } from "./use-slips.ts";

export default function PackingSlips() {
  const { orders, count, isComplete, error, retry } = useChosenOrders();
  const slipsFor = useSlips();
  const slips = orders.flatMap((order) => slipsFor(order).map((slip) => ({ order, slip })));
  return (
    <Page
      printsTitle={false}
      title="Packing slips"
      titleExtra={
        <Text size="sm" c="dimmed" role="status">
          {isComplete
            ? `${countText(slips.length, "slip")} of ${countText(orders.length, "order")}`
            : `${orders.length} of ${countText(count, "order")} read`}
        </Text>
      }
      actions={
        <Button
          leftSection={<PrinterIcon size={16} />}
          onClick={() => print()}
          disabled={!isComplete || slips.length === 0}
        >
          Print
        </Button>
      }
    >
      <ErrorAlert error={error} onRetry={retry} />
      {isComplete && slips.length === 0 && (
        <EmptyState title="Nothing to pack" action={<ReadyOrdersLink />}>
          None of these orders has units that are ready to be packed.
        </EmptyState>
      )}
      {slips.map(({ order, slip }) => (
        <Slip key={`${order.id} ${slip.key}`} order={order} slip={slip} />
      ))}
    </Page>
  );
}
