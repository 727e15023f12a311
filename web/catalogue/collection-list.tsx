/** All collections: products that belong together, in a chosen order. */
import { Button, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as collectionApi from "#core/contract/collection";
import type { Answer } from "#core/contract/kit/operation";
import { apiQuery, setApiQueryData } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { FilterBar, SearchFilter } from "../ui/filters/filters.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { PlusIcon } from "../ui/icons.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { useNavigateFromHere } from "../ui/links/navigate-from-here.ts";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { textParam, useDrawer, useFilters } from "../ui/url-state.ts";
import { CollectionFields } from "./collection-fields.tsx";

type CollectionRow = Answer<typeof collectionApi.list>["items"][number];

const params = { q: textParam };

const columns: readonly Column<CollectionRow>[] = [
  { id: "title", title: "Collection", cell: ({ title }) => title },
  { id: "slug", title: "Slug", unlabeled: true, cell: ({ slug }) => slug },
  { id: "updated", title: "Updated", unlabeled: true, cell: ({ updatedAt }) => <DateTime value={updatedAt} dimmed /> },
];

export default function CollectionList() {
  const { can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(params);
  const pages = usePaginatedQuery(collectionApi.list, values);
  const client = useQueryClient();
  const drawer = useDrawer("new");
  const canWrite = can(collectionApi.create);
  useShortcuts("Collections", canWrite ? [{ keys: "n", label: "New collection", run: drawer.open }] : []);
  const newButton = canWrite && (
    <Button leftSection={<PlusIcon size={16} />} onClick={drawer.open}>
      New collection
    </Button>
  );
  return (
    <Page title="Collections" actions={newButton}>
      <FilterBar
        search={<SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="Title" />}
        isFiltered={isFiltered}
        onClear={clear}
      />
      <DataTable
        name="collections"
        pages={pages}
        columns={columns}
        rowLink={({ id }, rest) => <Link to="/collections/$id" params={{ id }} {...rest} />}
        onPrefetch={({ id }) => void client.prefetchQuery(apiQuery(collectionApi.read, { id }))}
        emptyState={
          <EmptyList
            items="collections"
            isFiltered={isFiltered}
            onClear={clear}
            title="No collections yet"
            action={newButton}
          >
            A collection is a page of the shop: products that belong together, in the order that you choose.
          </EmptyList>
        }
      />
      {canWrite && (
        <Drawer title="New collection" opened={drawer.opened} onClose={drawer.close} size="md">
          <NewCollectionForm onClose={drawer.close} />
        </Drawer>
      )}
    </Page>
  );
}

function NewCollectionForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigateFromHere();
  const form = useApiForm(collectionApi.create, {
    initialValues: { title: "", slug: "", description: "" },
    toInput: ({ title, slug, description }) => ({ title, description, ...(slug.trim() && { slug }) }),
    onSuccess: (answer) => {
      setApiQueryData(client, collectionApi.read, { id: answer.id }, answer);
      toastSuccess(`${answer.title} created. Now add products.`);
      void navigate({ to: "/collections/$id", params: { id: answer.id }, replace: true });
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <CollectionFields getInputProps={form.getInputProps} isNew />
        <FormFooter form={form} submitLabel="Add collection" onCancel={onClose} />
      </Stack>
    </form>
  );
}
