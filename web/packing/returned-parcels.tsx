/** Parcels that were returned to the sender and have not been handled yet. */
import { Button } from "@mantine/core";
import * as parcelApi from "#core/contract/parcel";
import type { ItemOf } from "../api/fetch-all-pages.ts";
import { useApiMutation } from "../api/hooks.ts";
import { providerLabel } from "../providers/labels.ts";
import { DateTime } from "../ui/format/format.tsx";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { SecondaryLink, TextLink } from "../ui/links/links.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { toastError, toastSuccess } from "../ui/toast.tsx";

type Row = ItemOf<typeof parcelApi.listReturned>;

const columns: readonly Column<Row>[] = [
  {
    id: "number",
    title: "Order",
    cell: ({ orderId, number }) => (
      <TextLink to="/orders/$id" params={{ id: orderId }} inherit>
        {number}
      </TextLink>
    ),
  },
  { id: "name", title: "Customer", cell: ({ name }) => name ?? "–" },
  { id: "carrier", title: "Carrier", cell: ({ carrier }) => providerLabel(carrier) },
  { id: "trackingNumber", title: "Tracking number", cell: ({ trackingNumber }) => trackingNumber ?? "–" },
  { id: "words", title: "Carrier’s message", cell: ({ words }) => words },
  { id: "returnedAt", title: "Returned", cell: ({ returnedAt }) => <DateTime value={returnedAt} /> },
  { id: "done", title: "Handled", unlabeled: true, cell: (row) => <MarkHandled row={row} /> },
];

export default function ReturnedParcels() {
  const pages = usePaginatedQuery(parcelApi.listReturned, {});
  return (
    <Page title="Returned to sender">
      <DataTable
        name="returned-parcels"
        pages={pages}
        columns={columns}
        emptyState={
          <EmptyState
            title="No returned parcels"
            action={
              <SecondaryLink to="/orders" search={{ status: "shipped" }}>
                See shipped orders
              </SecondaryLink>
            }
          >
            A parcel that its carrier brings back appears here. You then record the return on its order, or send it
            again.
          </EmptyState>
        }
      />
    </Page>
  );
}

function MarkHandled({ row: { orderId, id, number } }: { row: Row }) {
  // Shown before the list is refetched, because this row is gone afterwards.
  const see = useApiMutation(parcelApi.seeReturned, {
    onSuccess: () => toastSuccess(`The parcel of ${number} is marked as handled`),
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={see.isPending}
      aria-label={`Mark as handled: the parcel of ${number}`}
      onClick={() => see.mutate({ id: orderId, parcelId: id }, { onError: toastError })}
    >
      Mark as handled
    </Button>
  );
}
