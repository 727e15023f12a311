/** Actions for all orders that match the filters: a picking sheet, an export. */
import { Button, Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import * as exportApi from "#core/contract/export";
import type { Asked } from "#core/contract/kit/operation";
import * as orderApi from "#core/contract/order";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ChevronDownIcon, ClipboardListIcon, DownloadIcon } from "../ui/icons.ts";
import { MenuLink } from "../ui/links/menu-link.tsx";
import { toastError, toastSuccess } from "../ui/toast.tsx";

type Filter = NonNullable<Asked<typeof exportApi.create>["filters"]>[string];
type Input = Omit<Asked<typeof orderApi.list>, "cursor" | "limit">;

export default function MoreMenu({ input }: { input: Input }) {
  const { can } = useSession();
  const navigate = useNavigate();
  const create = useApiMutation(exportApi.create);
  const { sort: _, ...filters } = input;
  const entries = Object.entries(filters).flatMap(([name, value]): [string, Filter][] =>
    value === undefined ? [] : [[name, value]],
  );
  const exportCsv = () =>
    create.mutate(
      { kind: "orders", filters: Object.fromEntries(entries) },
      {
        onError: toastError,
        onSuccess: () => {
          toastSuccess("The export has started");
          void navigate({ to: "/settings/imports" });
        },
      },
    );
  if (!can(exportApi.create) && !can(orderApi.pickingSheet)) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={create.isPending} rightSection={<ChevronDownIcon size={14} />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {can(orderApi.pickingSheet) && (
          <MenuLink
            leftSection={<ClipboardListIcon size={15} />}
            to="/orders/picking"
            search={Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))}
          >
            Picking sheet for these orders
          </MenuLink>
        )}
        {can(exportApi.create) && (
          <Menu.Item leftSection={<DownloadIcon size={15} />} onClick={exportCsv}>
            Export as CSV
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
