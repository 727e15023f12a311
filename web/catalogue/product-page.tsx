/** One product: what it is, its variants and pictures, and what has been changed about it. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import * as product from "#core/contract/product";
import { remember, useAct, useAnswer } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { pathOf, useCategories, useVendors } from "../api/use-names.ts";
import { ImagesCard } from "../images/images-card.tsx";
import { useDrawer } from "../ui/address.ts";
import { Card } from "../ui/card.tsx";
import { When } from "../ui/format.tsx";
import { useKeys } from "../ui/keys.ts";
import { TextLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page, Trail } from "../ui/page.tsx";
import classes from "../ui/parts.module.css";
import { sayDone, sayRefused } from "../ui/said.tsx";
import { StatusBadge } from "./badges.tsx";
import { EditProduct } from "./edit-product.tsx";
import { History } from "./history.tsx";
import { Remove } from "./remove.tsx";
import { Variants } from "./variants.tsx";
import { type Product, type Status, statusLook, variantName } from "./words.ts";

export default function ProductPage() {
  const { id } = useParams({ from: "/inside/products/$id" });
  const answer = useAnswer(product.read, { id: id as Product["id"] }, { keep: false }); // the store says whether it is one
  return (
    <Loaded title="Product" answer={answer}>
      {(of) => <Shown key={id} of={of} />}
    </Loaded>
  );
}

function Shown({ of }: { of: Product }) {
  const { may } = useSession();
  const edit = useDrawer("edit");
  const canWrite = may(product.edit);
  useKeys("Product", canWrite ? [{ keys: "e", does: "Edit the product", run: edit.open }] : []);
  return (
    <Page
      title={of.title}
      beside={<StatusBadge of={of.status} />}
      actions={canWrite && <Actions of={of} onEdit={edit.open} />}
    >
      <Trail to="/products" list="Products">
        {of.slug} · changed <When at={of.updatedAt} within />
      </Trail>
      {of.status === "archived" && (
        <Alert color="gray" title="This product is archived">
          It is not on sale. Orders keep what they say of it.
        </Alert>
      )}
      <div className={classes["parts"]}>
        <Stack gap="md">
          <Variants of={of} />
          <Card title="Description">
            {of.description ? (
              <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                {of.description}
              </Text>
            ) : (
              <Text size="sm" c="dimmed">
                None yet.
              </Text>
            )}
          </Card>
        </Stack>
        <Stack gap="md" className={classes["side"]}>
          <Sorted of={of} />
          <ImagesCard of={of} />
        </Stack>
        {may(product.history) && (
          <Card title="History">
            <History op={product.history} id={of.id} nameOf={(id) => variantNamed(of, id)} say={statusSaid} />
          </Card>
        )}
      </div>
      {canWrite && <EditProduct of={of} {...edit} />}
    </Page>
  );
}

/** What its history calls its status. */
const statusSaid = (field: string, value: unknown) =>
  field === "status" ? product.statuses.filter((one) => one === value).map((one) => statusLook[one][0])[0] : undefined;

const variantNamed = ({ variants }: Product, id: string): string | undefined => {
  const found = variants.find((variant) => variant.id === id);
  return found && variantName(found);
};

/** What a product becomes next, by what it is. */
const next: Readonly<Record<Status, readonly [status: Status, does: string]>> = {
  draft: ["active", "Put on sale"],
  active: ["archived", "Archive"],
  archived: ["draft", "Bring back"],
};

function Actions({ of, onEdit }: { of: Product; onEdit: () => void }) {
  const { who } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [status, does] = next[of.status];
  const turn = useAct(product.edit, {
    version: of.version,
    onDone: (answer) => {
      remember(client, product.read, { id: of.id }, answer);
      sayDone(`${of.title}: ${statusLook[answer.status][0].toLowerCase()}`);
    },
  });
  return (
    <>
      <Remove
        op={product.remove}
        id={of.id}
        name={of.title}
        version={of.version}
        says="Its variants go with it. Those that orders or stock refer to are archived instead, and so is the product."
        onDone={() => navigate({ to: "/products" })}
      />
      {!(who.vendor && status === "active") && (
        <Button
          variant={status === "active" ? "filled" : "default"}
          loading={turn.isPending}
          onClick={() => turn.mutate({ id: of.id, status }, { onError: sayRefused })}
        >
          {does}
        </Button>
      )}
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={onEdit}>
        Edit
      </Button>
    </>
  );
}

/** Where it is sorted: each of these leads to the others like it. */
function Sorted({ of }: { of: Product }) {
  const categories = useCategories();
  const vendor = useVendors().all.find(({ id }) => id === of.vendorId);
  return (
    <Card title="Sorted under">
      <Stack gap={4}>
        <Text size="sm">
          <Text span inherit c="dimmed">
            Category
          </Text>{" "}
          {of.categoryId ? (
            <TextLink to="/products" search={{ categoryId: of.categoryId }} inherit>
              {pathOf(of.categoryId, categories) || "…"}
            </TextLink>
          ) : (
            "none"
          )}
        </Text>
        {vendor && (
          <Text size="sm">
            <Text span inherit c="dimmed">
              Vendor
            </Text>{" "}
            <TextLink to="/products" search={{ vendorId: vendor.id }} inherit>
              {vendor.name}
            </TextLink>
          </Text>
        )}
        <Group gap={8}>
          <Text size="sm" c="dimmed">
            Tags
          </Text>
          {of.tags.length === 0 && <Text size="sm">none</Text>}
          {of.tags.map((tag) => (
            <TextLink key={tag} to="/products" search={{ tag }} size="sm" style={{ overflowWrap: "anywhere" }}>
              {tag}
            </TextLink>
          ))}
        </Group>
      </Stack>
    </Card>
  );
}
