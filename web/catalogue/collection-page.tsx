/** One collection: its products in order, and its history. */
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import * as auditApi from "#core/contract/audit";
import * as collectionApi from "#core/contract/collection";
import { setApiQueryData, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { PencilIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { DetailPage } from "../ui/layout/detail-page.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { Breadcrumb, Page } from "../ui/layout/page.tsx";
import { useNavigateFromHere } from "../ui/links/navigate-from-here.ts";
import { ChangeHistory } from "../ui/records/change-history.tsx";
import { RemoveButton } from "../ui/records/remove-button.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { useDrawer } from "../ui/url-state.ts";
import { CollectionFields } from "./collection-fields.tsx";
import { CollectionProducts } from "./collection-products.tsx";
import type { Collection } from "./types.ts";

export default function CollectionPage() {
  const { id } = useParams({ from: "/authenticated/collections/$id" });
  const query = useApiQuery(collectionApi.read, { id: id as Collection["id"] }, { keepPrevious: false }); // the API refuses other ids
  return (
    <DetailPage title="Collection" list={{ to: "/collections", label: "Collections" }} query={query}>
      {(collection) => <CollectionDetails key={id} collection={collection} />}
    </DetailPage>
  );
}

function CollectionDetails({ collection }: { collection: Collection }) {
  const { can } = useSession();
  const navigate = useNavigateFromHere();
  const editDrawer = useDrawer("edit");
  const canWrite = can(collectionApi.edit);
  useShortcuts("Collection", canWrite ? [{ keys: "e", label: "Edit collection", run: editDrawer.open }] : []);
  return (
    <Page
      title={collection.title}
      actions={
        canWrite && (
          <>
            <RemoveButton
              operation={collectionApi.remove}
              id={collection.id}
              name={collection.title}
              description="Its products are not removed."
              onSuccess={() => navigate({ to: "/collections" })}
            />
            <Button variant="default" leftSection={<PencilIcon size={16} />} onClick={editDrawer.open}>
              Edit
            </Button>
          </>
        )
      }
    >
      <Breadcrumb to="/collections" label="Collections">
        {collection.slug} · updated <DateTime value={collection.updatedAt} inSentence />
      </Breadcrumb>
      {collection.description && (
        <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {collection.description}
        </Text>
      )}
      <CollectionProducts collection={collection} editable={can(collectionApi.setProducts)} />
      {can(auditApi.list) && (
        <Card title="History">
          <ChangeHistory id={collection.id} />
        </Card>
      )}
      {canWrite && (
        <Drawer title="Edit collection" opened={editDrawer.opened} onClose={editDrawer.close} size="md">
          <EditCollectionForm collection={collection} onClose={editDrawer.close} />
        </Drawer>
      )}
    </Page>
  );
}

function EditCollectionForm({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <RecordForm
      operation={collectionApi.edit}
      initialValues={{ title: collection.title, slug: collection.slug, description: collection.description }}
      toInput={(values) => ({ id: collection.id, ...values })}
      successMessage={({ title }) => `${title} saved`}
      onSuccess={(answer) => setApiQueryData(client, collectionApi.read, { id: collection.id }, answer)}
      submitLabel="Save"
      onClose={onClose}
    >
      {({ getInputProps }) => <CollectionFields getInputProps={getInputProps} />}
    </RecordForm>
  );
}
