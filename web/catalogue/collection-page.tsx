/** A collection: which products it holds, in which order. */
import { Button, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import * as auditApi from "#core/contract/audit";
import * as collectionApi from "#core/contract/collection";
import { setApiQueryData, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import type { Collection } from "../products/labels.ts";
import { Card } from "../ui/card.tsx";
import { Loaded } from "../ui/detail-page.tsx";
import { Panel } from "../ui/drawer.tsx";
import { When } from "../ui/format/format.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { Page, Trail } from "../ui/page.tsx";
import { History } from "../ui/records/change-history.tsx";
import { Remove } from "../ui/records/remove-button.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { useDrawer } from "../ui/url-state.ts";
import { CollectionFields } from "./collection-fields.tsx";
import { CollectionProducts } from "./collection-products.tsx";

export default function CollectionPage() {
  const { id } = useParams({ from: "/inside/collections/$id" });
  const answer = useApiQuery(collectionApi.read, { id: id as Collection["id"] }, { keepPrevious: false }); // the store says whether it is one
  return (
    <Loaded title="Collection" answer={answer}>
      {(of) => <Shown key={id} of={of} />}
    </Loaded>
  );
}

function Shown({ of }: { of: Collection }) {
  const { can } = useSession();
  const navigate = useNavigate();
  const edit = useDrawer("edit");
  const canWrite = can(collectionApi.edit);
  useKeys("Collection", canWrite ? [{ keys: "e", does: "Edit the collection", run: edit.open }] : []);
  return (
    <Page
      title={of.title}
      actions={
        canWrite && (
          <>
            <Remove
              op={collectionApi.remove}
              id={of.id}
              name={of.title}
              says="Its products stay; only the collection goes."
              onDone={() => navigate({ to: "/collections" })}
            />
            <Button variant="default" leftSection={<IconPencil size={16} />} onClick={edit.open}>
              Edit
            </Button>
          </>
        )
      }
    >
      <Trail to="/collections" list="Collections">
        {of.slug} · changed <When at={of.updatedAt} within />
      </Trail>
      {of.description && (
        <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {of.description}
        </Text>
      )}
      <CollectionProducts of={of} editable={can(collectionApi.setProducts)} />
      {can(auditApi.list) && (
        <Card title="History">
          <History id={of.id} />
        </Card>
      )}
      {canWrite && (
        <Panel title="Edit the collection" opened={edit.opened} onClose={edit.close} size="md">
          <EditForm of={of} close={edit.close} />
        </Panel>
      )}
    </Page>
  );
}

function EditForm({ of, close }: { of: Collection; close: () => void }) {
  const client = useQueryClient();
  return (
    <RecordForm
      op={collectionApi.edit}
      from={{ title: of.title, slug: of.slug, description: of.description }}
      asked={(values) => ({ id: of.id, ...values })}
      says={({ title }) => `${title} saved`}
      onDone={(answer) => setApiQueryData(client, collectionApi.read, { id: of.id }, answer)}
      label="Save"
      close={close}
    >
      {({ getInputProps }) => <CollectionFields getInputProps={getInputProps} />}
    </RecordForm>
  );
}
