/** The category tree. A category can be moved up and down among its siblings, and to another parent in its form. */
import { ActionIcon, Button, Group, Menu, Paper, Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef } from "react";
import * as categoryApi from "#core/contract/category";
import { useApiMutation } from "../api/hooks.ts";
import { useAllPages } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { ArrowDownIcon, ArrowUpIcon, EllipsisIcon, PlusIcon } from "../ui/icons.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { MenuLink } from "../ui/links/menu-link.tsx";
import { MoveButton } from "../ui/move-button.tsx";
import { RecordDrawer } from "../ui/records/record-drawer.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { toastError } from "../ui/toast.tsx";
import { drawerSearch, idParam, useRecordDrawer, useUrlState } from "../ui/url-state.ts";
import classes from "./categories.module.css";
import { EditCategory, NewCategory } from "./category-form.tsx";
import type { Category } from "./types.ts";

export default function Categories() {
  const { can } = useSession();
  const [search, setSearch] = useUrlState();
  const query = useAllPages(categoryApi.list, {});
  const all = query.data ?? [];
  const editDrawer = useRecordDrawer("edit", idParam("cat"));
  const canWrite = can(categoryApi.edit);
  const add = (parent?: string) => void setSearch({ open: "new", parent });
  const closeNew = () => void setSearch({ open: undefined, parent: undefined }, { close: true });
  useShortcuts("Categories", canWrite ? [{ keys: "n", label: "New category", run: () => add() }] : []);
  const topLevel = all.filter(({ parentId }) => parentId === null);
  const newButton = canWrite && (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => add()}>
      New category
    </Button>
  );
  return (
    <Page title="Categories" actions={newButton}>
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={180} radius="md" />}
      {query.data?.length === 0 && (
        <EmptyState title="No categories yet" action={newButton}>
          Categories help customers find products: Clothing, and under it Shirts.
        </EmptyState>
      )}
      {topLevel.length > 0 && (
        <Paper withBorder p="xs">
          <CategoryList categories={topLevel} all={all} canWrite={canWrite} add={add} />
        </Paper>
      )}
      {canWrite && topLevel.length > 0 && (
        <Text size="xs" c="dimmed">
          When a category has the focus, Alt+↑ and Alt+↓ move it.
        </Text>
      )}
      {canWrite && (
        <Drawer title="New category" opened={search["open"] === "new"} onClose={closeNew} size="md">
          <NewCategory key={search["parent"]} all={all} parentId={search["parent"] ?? ""} onClose={closeNew} />
        </Drawer>
      )}
      <RecordDrawer title="Category" drawer={editDrawer} read={categoryApi.read} history={categoryApi.history}>
        {(category) =>
          canWrite ? (
            <EditCategory category={category} all={all} onClose={editDrawer.close} />
          ) : (
            <Text size="sm">{category.name}</Text>
          )
        }
      </RecordDrawer>
    </Page>
  );
}

interface CategoryListProps {
  readonly categories: readonly Category[];
  readonly all: readonly Category[];
  readonly canWrite: boolean;
  readonly add: (parentId: string) => void;
}

function CategoryList({ categories, ...rest }: CategoryListProps) {
  return (
    <ul className={classes["list"]}>
      {categories.map((category, index) => (
        <li key={category.id}>
          <CategoryRow category={category} position={index} siblings={categories.length} {...rest} />
          <Subcategories category={category} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function Subcategories({ category, all, ...rest }: Omit<CategoryListProps, "categories"> & { category: Category }) {
  const children = all.filter(({ parentId }) => parentId === category.id);
  return children.length > 0 ? <CategoryList categories={children} all={all} {...rest} /> : null;
}

interface CategoryRowProps extends Omit<CategoryListProps, "categories"> {
  readonly category: Category;
  /** From 0, among its siblings. */
  readonly position: number;
  readonly siblings: number;
}

function CategoryRow({ category, position, siblings, canWrite, add }: CategoryRowProps) {
  const row = useRef<HTMLDivElement>(null);
  /** The control that had the focus gets it back once the row has moved. */
  const focused = useRef<HTMLElement | null>(null);
  const move = useApiMutation(categoryApi.edit);
  const moveTo = (target: number) => {
    if (target < 0 || target >= siblings || move.isPending) return;
    focused.current = row.current?.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null; // the focus is on an HTML element
    move.mutate({ id: category.id, position: target }, { onError: toastError });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the position has changed, which is when the focus is lost
  useEffect(() => {
    const control = focused.current;
    focused.current = null;
    // Not if the user has moved on to another control meanwhile.
    const focusMoved = document.activeElement !== document.body && !row.current?.contains(document.activeElement);
    if (!control || focusMoved) return;
    if (control.matches(":disabled, [data-disabled]")) row.current?.querySelector("a")?.focus();
    else control.focus();
  }, [position]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canWrite || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    moveTo(event.key === "ArrowUp" ? position - 1 : position + 1);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble up from the links and buttons inside
    <div ref={row} className={classes["row"]} data-row={category.id} onKeyDown={onKeyDown}>
      <Link to="." search={drawerSearch("edit", category.id)} resetScroll={false} className={classes["name"]}>
        {category.name}
      </Link>
      <Text size="xs" c="dimmed" truncate flex={1} visibleFrom="xs">
        {category.slug}
      </Text>
      <Group gap={2} wrap="nowrap">
        {canWrite && (
          <>
            <MoveButton
              label={`Move ${category.name} up`}
              disabled={position === 0}
              onClick={() => moveTo(position - 1)}
            >
              <ArrowUpIcon size={15} />
            </MoveButton>
            <MoveButton
              label={`Move ${category.name} down`}
              disabled={position === siblings - 1}
              onClick={() => moveTo(position + 1)}
            >
              <ArrowDownIcon size={15} />
            </MoveButton>
          </>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`More actions for ${category.name}`}>
              <EllipsisIcon size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <MenuLink to="/products" search={{ categoryId: category.id }}>
              Show products
            </MenuLink>
            {canWrite && <Menu.Item onClick={() => add(category.id)}>Add a subcategory</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </div>
  );
}
