/** Products that somebody chose and put in order. */
import { Button, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import * as collectionApi from "#core/contract/collection";
import type { Answer } from "#core/contract/kit";
import { apiQuery, setApiQueryData } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Panel } from "../ui/drawer.tsx";
import { FilterBar, SearchFilter } from "../ui/filters/filters.tsx";
import { When } from "../ui/format/format.tsx";
import { FormEnd, useActForm } from "../ui/forms/api-form.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { type Column, DataTable } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { sayDone } from "../ui/toast.tsx";
import { textParam, useDrawer, useFilters } from "../ui/url-state.ts";
import { CollectionFields } from "./collection-fields.tsx";

type Row = Answer<typeof collectionApi.list>["items"][number];

const fields = { q: textParam };

const columns: readonly Column<Row>[] = [
  { id: "title", title: "Collection", cell: ({ title }) => title },
  { id: "slug", title: "Slug", plain: true, cell: ({ slug }) => slug },
  { id: "updated", title: "Changed", plain: true, cell: ({ updatedAt }) => <When at={updatedAt} dimmed /> },
];

export default function CollectionList() {
  const { can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(fields);
  const pages = usePages(collectionApi.list, values);
  const client = useQueryClient();
  const drawer = useDrawer("new");
  const canWrite = can(collectionApi.create);
  useKeys("Collections", canWrite ? [{ keys: "n", does: "New collection", run: drawer.open }] : []);
  return (
    <Page
      title="Collections"
      actions={
        canWrite && (
          <Button leftSection={<IconPlus size={16} />} onClick={drawer.open}>
            New collection
          </Button>
        )
      }
    >
      <FilterBar
        search={<SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="Title" />}
        any={isFiltered}
        clear={clear}
      />
      <DataTable
        of="collections"
        pages={pages}
        columns={columns}
        link={({ id }, rest) => <Link to="/collections/$id" params={{ id }} {...rest} />}
        onPeek={({ id }) => void client.prefetchQuery(apiQuery(collectionApi.read, { id }))}
        empty={
          <Empty title={isFiltered ? "No collection by that name" : "No collections yet"}>
            A collection is a page of the shop: products that belong together, in an order of your own.
          </Empty>
        }
      />
      {canWrite && (
        <Panel title="New collection" opened={drawer.opened} onClose={drawer.close} size="md">
          <NewForm close={drawer.close} />
        </Panel>
      )}
    </Page>
  );
}

function NewForm({ close }: { close: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useActForm(collectionApi.create, {
    from: { title: "", slug: "", description: "" },
    asked: ({ title, slug, description }) => ({ title, description, ...(slug.trim() && { slug }) }),
    onDone: (answer) => {
      setApiQueryData(client, collectionApi.read, { id: answer.id }, answer);
      sayDone(`${answer.title} made. Choose its products.`);
      void navigate({ to: "/collections/$id", params: { id: answer.id } });
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <CollectionFields getInputProps={form.getInputProps} isNew />
        <FormEnd form={form} label="Make the collection" onCancel={close} />
      </Stack>
    </form>
  );
}
