/**
 * The bulk actions for the selected orders. Each order is a separate request, so a refused one does not stop the
 * others.
 */
import { Button, Menu } from "@mantine/core";
import { useState } from "react";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { callPatiently } from "../api/call-patiently.ts";
import { useSession } from "../api/session.tsx";
import type { Order, OrderRow } from "../orders/types.ts";
import { undoLastPayment } from "../orders/undo-payment.tsx";
import type { BulkAction } from "../ui/dialogs/bulk-action.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { countText } from "../ui/format/format.tsx";
import {
  BanknoteIcon,
  ChevronDownIcon,
  ClipboardListIcon,
  FileTextIcon,
  PackageMinusIcon,
  TagIcon,
  XIcon,
} from "../ui/icons.ts";
import { ButtonLink } from "../ui/links/links.tsx";
import { PayMany } from "./pay-many.tsx";
import { ShipMany } from "./ship-many.tsx";
import { type Shipped, undoShipped } from "./ship-ready.ts";

const small = { size: "compact-sm", variant: "default" } as const;

export default function OrderBulkActions({ items, bulk }: { items: readonly OrderRow[]; bulk: BulkAction }) {
  const { can } = useSession();
  const [dialog, setDialog] = useState<"cancel" | "ship" | (typeof orderApi.handMethods)[number] | null>(null);
  const chosenOrders = { items, labelOf: ({ number }: OrderRow) => number };
  const chosen = { orderIds: items.map(({ id }) => id).join(",") };
  const many = countText(items.length, "order");

  const pay = (run: (order: OrderRow) => Promise<Order>) => {
    setDialog(null);
    const undo = { title: "Undo payments", run: (_: OrderRow, paid: Order) => undoLastPayment(paid) };
    void bulk.start({ ...chosenOrders, title: `Mark ${many} as paid`, run, undo });
  };
  const ship = (run: (order: OrderRow) => Promise<Shipped>) => {
    setDialog(null);
    const undo = { title: "Undo shipments", run: (_: OrderRow, shipped: Shipped) => undoShipped(shipped) };
    const doneWords = ({ isBooking }: Shipped) => (isBooking ? "its label is still being booked" : "done");
    const refusalIn = ({ refusal }: Shipped) => refusal;
    void bulk.start({ ...chosenOrders, title: `Ship available items of ${many}`, run, undo, doneWords, refusalIn });
  };
  const cancel = () => {
    setDialog(null);
    const run = ({ id }: OrderRow) => callPatiently(orderApi.cancel, { id });
    void bulk.start({ ...chosenOrders, title: `Cancel ${many}`, run });
  };
  return (
    <>
      {can(orderApi.pickingSheet) && (
        <ButtonLink {...small} leftSection={<ClipboardListIcon size={14} />} to="/orders/picking" search={chosen}>
          Picking sheet
        </ButtonLink>
      )}
      {can(parcelApi.label) && (
        <ButtonLink {...small} leftSection={<TagIcon size={14} />} to="/orders/labels" search={chosen}>
          Labels
        </ButtonLink>
      )}
      {can(parcelApi.ship) && (
        <ButtonLink {...small} leftSection={<FileTextIcon size={14} />} to="/orders/packing-slips" search={chosen}>
          Packing slips
        </ButtonLink>
      )}
      {can(parcelApi.ship) && (
        <Button {...small} leftSection={<PackageMinusIcon size={14} />} onClick={() => setDialog("ship")}>
          Ship available items
        </Button>
      )}
      {can(orderApi.markPaid) && (
        <Menu>
          <Menu.Target>
            <Button {...small} leftSection={<BanknoteIcon size={14} />} rightSection={<ChevronDownIcon size={12} />}>
              Mark as paid
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setDialog("bankTransfer")}>Bank transfer</Menu.Item>
            <Menu.Item onClick={() => setDialog("cash")}>Cash</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {can(orderApi.cancel) && (
        <Button
          {...small}
          c="var(--mantine-color-error)"
          leftSection={<XIcon size={14} />}
          onClick={() => setDialog("cancel")}
        >
          Cancel
        </Button>
      )}
      <ShipMany items={items} opened={dialog === "ship"} onClose={() => setDialog(null)} onConfirm={ship} />
      <PayMany
        items={items}
        method={orderApi.handMethods.find((method) => method === dialog) ?? null}
        onClose={() => setDialog(null)}
        onConfirm={pay}
      />
      <ConfirmDialog
        title={`Cancel ${many}?`}
        opened={dialog === "cancel"}
        onClose={() => setDialog(null)}
        confirmLabel={`Cancel ${many}`}
        color="red"
        onConfirm={cancel}
        mutation={{ isPending: false, error: null }}
      >
        Their stock becomes available again at once. A cancelled order cannot be reopened.
      </ConfirmDialog>
    </>
  );
}
