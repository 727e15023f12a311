/** The bulk actions for products. */
import { Button, Menu, Text } from "@mantine/core";
import * as productApi from "#core/contract/product";
import * as variantApi from "#core/contract/variant";
import { callPatiently } from "../api/call-patiently.ts";
import { useSession } from "../api/session.tsx";
import type { useBulkAction } from "../ui/dialogs/bulk-action.tsx";
import { BarcodeIcon, ChevronDownIcon, TableIcon } from "../ui/icons.ts";
import { ButtonLink } from "../ui/links/links.tsx";
import type { SelectedRows } from "../ui/table/columns.ts";
import { statusBadges } from "./labels.ts";
import type { ProductRow, ProductStatus } from "./types.ts";

/** Links to the screens for several products, up to the maximum for a link. */
export function LinksOfMany({ products, editable }: { products: readonly ProductRow[]; editable: boolean }) {
  const small = { size: "compact-sm", variant: "default" } as const;
  if (products.length > variantApi.chosenMax) {
    return <Text size="xs">Grid and labels: for up to {variantApi.chosenMax} products</Text>;
  }
  const search = { productIds: products.map(({ id }) => id).join() };
  return (
    <>
      {editable && (
        <ButtonLink {...small} leftSection={<TableIcon size={14} />} to="/products/grid" search={search}>
          Edit in a grid
        </ButtonLink>
      )}
      <ButtonLink {...small} leftSection={<BarcodeIcon size={14} />} to="/products/labels" search={search}>
        Print labels
      </ButtonLink>
    </>
  );
}

const statusActions: Readonly<Record<ProductStatus, string>> = {
  draft: "Set as draft",
  active: "Put on sale",
  archived: "Archive",
};

export function StatusMenu({
  selected,
  bulk,
}: {
  selected: SelectedRows<ProductRow>;
  bulk: ReturnType<typeof useBulkAction>;
}) {
  const { user } = useSession();
  const start = (status: ProductStatus) =>
    void bulk.start({
      title: statusActions[status],
      items: selected.items,
      labelOf: ({ title }) => title,
      run: ({ id, version }) => callPatiently(productApi.edit, { id, status }, { version }),
      undo: {
        title: "Undo status",
        run: ({ id, status: before }, { version }) =>
          callPatiently(productApi.edit, { id, status: before }, { version }),
      },
      onFinished: selected.clear,
    });
  // Vendor logins cannot put products on sale.
  const offered = productApi.statuses.filter((status) => status !== "active" || !user.vendor);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<ChevronDownIcon size={14} />}>
          Status
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((status) => (
          <Menu.Item key={status} aria-label={statusActions[status]} onClick={() => start(status)}>
            {statusActions[status]} ({statusBadges[status][0].toLowerCase()})
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
