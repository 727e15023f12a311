/** The labels of the selected orders, with a row for each parcel, and all labels as one PDF to print. */
import { Button, Group, Table, Text } from "@mantine/core";
import * as orderApi from "#core/contract/order";
import { useRefetchWhile } from "../api/use-refetch-while.ts";
import type { Parcel } from "../orders/types.ts";
import { providerLabel } from "../providers/labels.ts";
import { awaitsLabel } from "../shipping/awaits-label.ts";
import { PrintLabel } from "../shipping/print-label.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { countText } from "../ui/format/format.tsx";
import { PrinterIcon } from "../ui/icons.ts";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { ReadyOrdersLink } from "./ready-orders-link.tsx";
import { useChosenOrders } from "./use-chosen-orders.ts";
import { useMergedLabels } from "./use-merged-labels.ts";

const polled = [orderApi.read];

export default function LabelSheet() {
  const { orders, isComplete, error, retry } = useChosenOrders();
  const merge = useMergedLabels();
  // Parcels recorded by hand already have a label.
  const rows = orders.flatMap((order) =>
    order.parcels
      .filter(({ mode, status }) => mode !== null || status === "booking")
      .map((parcel) => ({ order, parcel })),
  );
  const waiting = rows.filter(({ parcel }) => isAsking(parcel) || awaitsLabel(parcel));
  const printable = rows.filter(
    ({ parcel }) => !isAsking(parcel) && (parcel.label === "pdf" || parcel.label === "png"),
  );
  useRefetchWhile(waiting.map(({ parcel }) => parcel.id).join(), polled);
  const print = () => {
    // Opened within the click: later it would be blocked as a pop-up.
    const tab = window.open("", "_blank");
    merge.mutate(printable, {
      onSuccess: ({ url }) => {
        if (tab) tab.location.href = url;
      },
      onError: () => tab?.close(),
    });
  };
  return (
    <Page
      title="Labels"
      titleExtra={
        <Text size="sm" c="dimmed" role="status">
          {merge.data
            ? `One PDF of ${countText(merge.data.pages, "page")}`
            : `${countText(printable.length, "label")} to print`}
        </Text>
      }
      actions={
        <Button
          leftSection={<PrinterIcon size={16} />}
          loading={merge.isPending}
          disabled={printable.length === 0}
          onClick={print}
        >
          Print as one PDF
        </Button>
      }
    >
      <ErrorAlert error={error} onRetry={retry} />
      {isComplete && rows.length === 0 && (
        <EmptyState title="No labels to print" action={<ReadyOrdersLink />}>
          None of these orders has a parcel booked with a carrier.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table.ScrollContainer minWidth={0} type="native">
          <Table fz="sm" aria-label="Labels">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Order</Table.Th>
                <Table.Th>Parcel</Table.Th>
                <Table.Th>Label</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ order, parcel }) => (
                <Table.Tr key={parcel.id}>
                  <Table.Td>
                    <TextLink to="/orders/$id" params={{ id: order.id }} inherit>
                      {order.number}
                    </TextLink>
                  </Table.Td>
                  <Table.Td style={{ overflowWrap: "anywhere" }}>
                    {[parcel.courier ?? providerLabel(parcel.carrier), parcel.trackingNumber]
                      .filter((part) => part)
                      .join(", ")}
                  </Table.Td>
                  <Table.Td>
                    <Group gap="xs">
                      {isAsking(parcel) || parcel.label === null ? (
                        (parcel.says ?? withoutLabel(parcel))
                      ) : (
                        <PrintLabel
                          order={order}
                          parcel={parcel}
                          size="compact-xs"
                          variant="default"
                          label={parcel.label === "zpl" ? "Save for the label printer" : "Open"}
                        />
                      )}
                      {/* Not in the PDF: they need other paper. */}
                      {!isAsking(parcel) && (
                        <PrintLabel
                          order={order}
                          parcel={parcel}
                          document="customsDocuments"
                          size="compact-xs"
                          variant="default"
                        />
                      )}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Page>
  );
}

/** Labels that are being cancelled are not printed: the carrier would not accept them. */
const isAsking = ({ status }: Parcel): boolean => status === "booking" || status === "voiding";

const withoutLabel = (parcel: Parcel): string => {
  if (parcel.status === "booking") return "being booked";
  if (parcel.status === "voiding") return "being cancelled";
  return awaitsLabel(parcel) ? "being fetched" : "none";
};
