/** The bulk actions for the selected orders. Each order is a request of its own: a refused one does not stop the others. */
import { Button, Menu } from "@mantine/core";
import { IconCash, IconChevronDown, IconClipboardList, IconPackageExport, IconX } from "@tabler/icons-react";
import { useState } from "react";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { ApiError, callApi } from "../api/api-client.ts";
import { useSession } from "../api/session.tsx";
import { useLocations } from "../api/use-locations.ts";
import { owedAfterPayment } from "../orders/labels.ts";
import { readyParcels } from "../orders/ready-parcels.ts";
import type { LocationId, OrderRow } from "../orders/types.ts";
import type { BulkAction } from "../ui/bulk-action.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { countText } from "../ui/format/format.tsx";
import { ButtonLink } from "../ui/links.tsx";

export function OrderBulkActions({ items, bulk }: { items: readonly OrderRow[]; bulk: BulkAction }) {
  const { can } = useSession();
  const { open } = useLocations();
  const [dialog, setDialog] = useState<"cancel" | "ship" | null>(null);
  const owing = items.filter((order) => owedAfterPayment(order) !== null);
  const start = (title: string, run: (order: OrderRow) => Promise<unknown>) =>
    void bulk.start({ title, items, labelOf: ({ number }) => number, run });
  const many = countText(items.length, "order");

  const pay = (method: (typeof orderApi.handMethods)[number]) =>
    start(`Mark ${many} as paid`, ({ id }) => callApi(orderApi.markPaid, { id, method }));
  const ship = () => {
    setDialog(null);
    start(`Ship available items of ${many}`, (order) => shipReady(order, open[0]?.id));
  };
  const cancel = () => {
    setDialog(null);
    start(`Cancel ${many}`, ({ id }) => callApi(orderApi.cancel, { id }));
  };
  return (
    <>
      {can(orderApi.pickingSheet) && (
        <ButtonLink
          size="compact-sm"
          variant="default"
          leftSection={<IconClipboardList size={14} />}
          to="/orders/picking"
          search={{ orderIds: items.map(({ id }) => id).join(",") }}
        >
          Picking sheet
        </ButtonLink>
      )}
      {can(parcelApi.ship) && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPackageExport size={14} />}
          onClick={owing.length > 0 ? () => setDialog("ship") : ship}
        >
          Ship available items
        </Button>
      )}
      {can(orderApi.markPaid) && (
        <Menu>
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconCash size={14} />}
              rightSection={<IconChevronDown size={12} />}
            >
              Mark as paid
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => pay("bankTransfer")}>Bank transfer</Menu.Item>
            <Menu.Item onClick={() => pay("cash")}>Cash</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {can(orderApi.cancel) && (
        <Button
          size="compact-sm"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconX size={14} />}
          onClick={() => setDialog("cancel")}
        >
          Cancel
        </Button>
      )}
      <ConfirmDialog
        title={owing.length === 1 ? "One of them is not paid in full" : `${owing.length} of them are not paid in full`}
        opened={dialog === "ship"}
        onClose={() => setDialog(null)}
        confirmLabel={`Ship ${many}`}
        onConfirm={ship}
        mutation={{ isPending: false, error: null }}
      >
        These orders came to more after they were paid, and their customers still owe the difference. They can ship all
        the same: {owing.map(({ number }) => number).join(", ")}.
      </ConfirmDialog>
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

/** Ships a parcel from each location that has units allocated to the order. `fallback` is for items whose stock is not tracked. */
async function shipReady({ id }: OrderRow, fallback: LocationId | undefined): Promise<void> {
  const parcels = readyParcels(await callApi(orderApi.read, { id }), fallback);
  if (parcels.length === 0) throw new ApiError("parcel.tooMany", "Nothing of the order is ready to ship.");
  for (const parcel of parcels) await callApi(parcelApi.ship, { id, ...parcel });
}
