/** What can be done to the chosen orders at once. Each is asked by itself: one that is refused stops none of the others. */
import { Button, Menu } from "@mantine/core";
import { IconCash, IconChevronDown, IconClipboardList, IconPackageExport, IconX } from "@tabler/icons-react";
import { useState } from "react";
import type { Asked } from "#core/contract/kit";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { ApiError, callApi } from "../api/api-client.ts";
import { useSession } from "../api/session.tsx";
import { useLocations } from "../api/use-locations.ts";
import type { Bulk } from "../ui/bulk-action.tsx";
import { Sure } from "../ui/confirm-dialog.tsx";
import { countText } from "../ui/format/format.tsx";
import { ButtonLink } from "../ui/links.tsx";
import type { Row } from "./labels.ts";
import { readyParcels } from "./ready-parcels.ts";

type LocationId = Asked<typeof parcelApi.ship>["locationId"];

export function OrderBulk({ items, bulk }: { items: readonly Row[]; bulk: Bulk }) {
  const { can } = useSession();
  const { open } = useLocations();
  const [asking, setAsking] = useState(false);
  const start = (title: string, each: (row: Row) => Promise<unknown>) =>
    void bulk.start({ title, items, nameOf: ({ number }) => number, each });
  const many = countText(items.length, "order");

  const pay = (method: (typeof orderApi.handMethods)[number]) =>
    start(`Mark ${many} paid`, ({ id }) => callApi(orderApi.markPaid, { id, method }));
  const ship = () => start(`Ship what is ready of ${many}`, (row) => shipReady(row, open[0]?.id));
  const cancel = () => {
    setAsking(false);
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
        <Button size="compact-sm" variant="default" leftSection={<IconPackageExport size={14} />} onClick={ship}>
          Ship what is ready
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
              Mark paid
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => pay("bankTransfer")}>By bank transfer</Menu.Item>
            <Menu.Item onClick={() => pay("cash")}>In cash</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {can(orderApi.cancel) && (
        <Button
          size="compact-sm"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconX size={14} />}
          onClick={() => setAsking(true)}
        >
          Cancel
        </Button>
      )}
      <Sure
        title={`Cancel ${many}?`}
        opened={asking}
        onClose={() => setAsking(false)}
        does={`Cancel ${many}`}
        color="red"
        onSure={cancel}
        act={{ isPending: false, error: null }}
      >
        Their stock is freed at once, and a cancelled order does not come back.
      </Sure>
    </>
  );
}

/** A parcel for each location that holds units for the order, and from any open one for goods that are not counted. */
async function shipReady({ id }: Row, anyPlace: LocationId | undefined): Promise<void> {
  const parcels = readyParcels(await callApi(orderApi.read, { id }), anyPlace);
  if (parcels.length === 0) throw new ApiError("parcel.tooMany", "Nothing of the order is ready to ship.");
  for (const each of parcels) await callApi(parcelApi.ship, { id, ...each });
}
