/**
 * Packing slips of one order: for what is to be packed now, for one parcel, or for all parcels if nothing is left to
 * pack.
 */
import { Button } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import * as orderApi from "#core/contract/order";
import { useApiQuery } from "../api/hooks.ts";
import type { Order } from "../orders/types.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { PrinterIcon } from "../ui/icons.ts";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { ButtonLink } from "../ui/links/links.tsx";
import { useUrlState } from "../ui/url-state.ts";
import { ReadyOrdersLink } from "./ready-orders-link.tsx";
import { Slip } from "./slip.tsx";
import { useSlips } from "./use-slips.ts";

export default function PackingSlip() {
  const { id } = useParams({ from: "/authenticated/orders/$id/packing-slip" });
  const [search] = useUrlState();
  const slipsFor = useSlips();
  const query = useApiQuery(orderApi.read, { id: id as Order["id"] }); // the API refuses other ids
  const order = query.data;
  if (!order) {
    return (
      <Page title="Packing slip">
        <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    );
  }
  const slips = slipsFor(order, search["parcel"]);
  return (
    <Page
      printsTitle={false}
      title={`Packing slip ${order.number}`}
      actions={
        <>
          <ButtonLink to="/orders/$id" params={{ id: order.id }} variant="default">
            Back to the order
          </ButtonLink>
          <Button leftSection={<PrinterIcon size={16} />} onClick={() => print()} disabled={slips.length === 0}>
            Print
          </Button>
        </>
      }
    >
      {slips.length === 0 && (
        <EmptyState title="Nothing to pack" action={<ReadyOrdersLink />}>
          No units of this order are ready to be packed, and it has no parcels.
        </EmptyState>
      )}
      {slips.map((slip) => (
        <Slip key={slip.key} order={order} slip={slip} />
      ))}
    </Page>
  );
}
