/** A collection: which products it holds, in which order. */
import { Button, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import * as auditApi from "#core/contract/audit";
import * as collectionApi from "#core/contract/collection";
import { remember, useAnswer } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useDrawer } from "../ui/address.ts";
import { Card } from "../ui/card.tsx";
import { When } from "../ui/format.tsx";
import { useKeys } from "../ui/keys.ts";
import { Loaded } from "../ui/loaded.tsx";
import { Page, Trail } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { RecordForm } from "../ui/record-form.tsx";
import { CollectionFields } from "./collection-fields.tsx";
import { CollectionProducts } from "./collection-products.tsx";
import { History } from "./history.tsx";
import { Remove } from "./remove.tsx";
import type { Collection } from "./words.ts";

export default function CollectionPage() {
  const { id } = useParams({ from: "/inside/collections/$id" });
  const answer = useAnswer(collectionApi.read, { id: id as Collection["id"] }, { keep: false }); // the store says whether it is one
  return (
    <Loaded title="Collection" answer={answer}>
      {(of) => <Shown key={id} of={of} />}
    </Loaded>
  );
}

function Shown({ of }: { of: Collection }) {
  const { may } = useSession();
  const navigate = useNavigate();
  const edit = useDrawer("edit");
  const canWrite = may(collectionApi.edit);
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
      <CollectionProducts of={of} editable={may(collectionApi.setProducts)} />
      {may(auditApi.list) && (
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
      onDone={(answer) => remember(client, collectionApi.read, { id: of.id }, answer)}
      label="Save"
      close={close}
    >
      {({ getInputProps }) => <CollectionFields getInputProps={getInputProps} />}
    </RecordForm>
  );
}
