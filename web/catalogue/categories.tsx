/** The tree that products are sorted into. Each category can be moved among its siblings, or under another. */
import { ActionIcon, Button, Group, Menu, Paper, Skeleton, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconDots, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef } from "react";
import * as categoryApi from "#core/contract/category";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useCategories } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import type { Category } from "../products/labels.ts";
import { Panel } from "../ui/drawer.tsx";
import { Problem } from "../ui/error-alert.tsx";
import { MenuLink } from "../ui/links.tsx";
import { Arrow } from "../ui/move-button.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { RecordPanel } from "../ui/records/record-drawer.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { sayRefused } from "../ui/toast.tsx";
import { drawerSearch, idParam, useRecordDrawer, useUrlState } from "../ui/url-state.ts";
import classes from "./categories.module.css";
import { EditCategory, NewCategory } from "./category-form.tsx";

export default function Categories() {
  const { can } = useSession();
  const [search, setSearch] = useUrlState();
  const all = useCategories();
  // The first page tells whether they could be had at all; the others follow it.
  const first = useApiQuery(categoryApi.list, { limit: 1 });
  const edit = useRecordDrawer("edit", idParam("cat"));
  const canWrite = can(categoryApi.edit);
  const add = (within?: string) => void setSearch({ open: "new", within });
  useKeys("Categories", canWrite ? [{ keys: "n", does: "New category", run: () => add() }] : []);
  const tops = all.filter(({ parentId }) => parentId === null);
  return (
    <Page
      title="Categories"
      actions={
        canWrite && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => add()}>
            New category
          </Button>
        )
      }
    >
      <Problem of={first.error} retry={() => void first.refetch()} />
      {first.isPending && <Skeleton height={180} radius="md" />}
      {first.data?.items.length === 0 && (
        <Empty title="No categories yet">Customers find products by them: Clothing, and within it Shirts.</Empty>
      )}
      {tops.length > 0 && (
        <Paper withBorder p="xs">
          <Branch of={tops} all={all} canWrite={canWrite} add={add} />
        </Paper>
      )}
      {canWrite && tops.length > 0 && (
        <Text size="xs" c="dimmed">
          With a category in focus, Alt and the arrows up and down move it among its siblings.
        </Text>
      )}
      {canWrite && (
        <Panel
          title="New category"
          opened={search["open"] === "new"}
          onClose={() => void setSearch({ open: undefined, within: undefined })}
          size="md"
        >
          <NewCategory
            key={search["within"]}
            all={all}
            within={search["within"] ?? ""}
            close={() => void setSearch({ open: undefined, within: undefined })}
          />
        </Panel>
      )}
      <RecordPanel title="Category" drawer={edit} read={categoryApi.read} history={categoryApi.history}>
        {(record) =>
          canWrite ? <EditCategory of={record} all={all} close={edit.close} /> : <Text size="sm">{record.name}</Text>
        }
      </RecordPanel>
    </Page>
  );
}

interface BranchProps {
  readonly of: readonly Category[];
  readonly all: readonly Category[];
  readonly canWrite: boolean;
  readonly add: (within: string) => void;
}

function Branch({ of, ...rest }: BranchProps) {
  return (
    <ul className={classes["branch"]}>
      {of.map((one, index) => (
        <li key={one.id}>
          <Leaf of={one} place={index} places={of.length} {...rest} />
          <Within of={one} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function Within({ of, all, ...rest }: Omit<BranchProps, "of"> & { of: Category }) {
  const children = all.filter(({ parentId }) => parentId === of.id);
  return children.length > 0 ? <Branch of={children} all={all} {...rest} /> : null;
}

interface LeafProps extends Omit<BranchProps, "of"> {
  readonly of: Category;
  readonly place: number;
  readonly places: number;
}

function Leaf({ of, place, places, canWrite, add }: LeafProps) {
  const row = useRef<HTMLDivElement>(null);
  /** What was pressed keeps the focus at its new place. */
  const pressed = useRef<HTMLElement | null>(null);
  const move = useApiMutation(categoryApi.edit);
  const to = (position: number) => {
    if (position < 0 || position >= places || move.isPending) return;
    pressed.current = row.current?.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null; // what has the focus is one
    move.mutate({ id: of.id, position }, { onError: sayRefused });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is what takes the focus away
  useEffect(() => {
    const wanted = pressed.current;
    pressed.current = null;
    if (!wanted) return;
    if (wanted.matches(":disabled, [data-disabled]")) row.current?.querySelector("a")?.focus();
    else wanted.focus();
  }, [place]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canWrite || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    to(event.key === "ArrowUp" ? place - 1 : place + 1);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links and buttons within
    <div ref={row} className={classes["leaf"]} data-row={of.id} onKeyDown={onKeyDown}>
      <Link to="." search={drawerSearch("edit", of.id)} resetScroll={false} className={classes["name"]}>
        {of.name}
      </Link>
      <Text size="xs" c="dimmed" truncate flex={1} visibleFrom="xs">
        {of.slug}
      </Text>
      <Group gap={2} wrap="nowrap">
        {canWrite && (
          <>
            <Arrow label={`Move ${of.name} up`} disabled={place === 0} onClick={() => to(place - 1)}>
              <IconArrowUp size={15} />
            </Arrow>
            <Arrow label={`Move ${of.name} down`} disabled={place === places - 1} onClick={() => to(place + 1)}>
              <IconArrowDown size={15} />
            </Arrow>
          </>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`More for ${of.name}`}>
              <IconDots size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <MenuLink to="/products" search={{ categoryId: of.id }}>
              Its products
            </MenuLink>
            {canWrite && <Menu.Item onClick={() => add(of.id)}>New category within it</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </div>
  );
}
