/** One product: its variants, description, category, vendor, tags, images and history. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import * as productApi from "#core/contract/product";
import { callApi } from "../api/api-client.ts";
import { categoryPath, useCategories } from "../api/catalogue-lookups.ts";
import { invalidateApiQueries, setApiQueryData, useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useVendors } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { ImagesCard } from "../images/images-card.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { variantName } from "../ui/format/variant-name.ts";
import { PencilIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import classes from "../ui/layout/detail-layout.module.css";
import { DetailPage } from "../ui/layout/detail-page.tsx";
import { Breadcrumb, Page } from "../ui/layout/page.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { useNavigateFromHere } from "../ui/links/navigate-from-here.ts";
import { ChangeHistory } from "../ui/records/change-history.tsx";
import { RemoveButton } from "../ui/records/remove-button.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { toastError, toastSuccess, toastUndo } from "../ui/toast.tsx";
import { useDrawer } from "../ui/url-state.ts";
import { ProductStatusBadge } from "./badges.tsx";
import { EditProduct } from "./edit-product.tsx";
import { statusBadges } from "./labels.ts";
import type { Product, ProductStatus } from "./types.ts";
import { VariantsCard } from "./variants-card.tsx";

export default function ProductPage() {
  const { id } = useParams({ from: "/authenticated/products/$id" });
  const query = useApiQuery(productApi.read, { id: id as Product["id"] }, { keepPrevious: false }); // the API refuses other ids
  return (
    <DetailPage title="Product" list={{ to: "/products", label: "Products" }} query={query}>
      {(product) => <ProductDetails key={id} product={product} />}
    </DetailPage>
  );
}

function ProductDetails({ product }: { product: Product }) {
  const { can } = useSession();
  const editDrawer = useDrawer("edit");
  const canWrite = can(productApi.edit);
  useShortcuts("Product", canWrite ? [{ keys: "e", label: "Edit product", run: editDrawer.open }] : []);
  return (
    <Page
      title={product.title}
      titleExtra={<ProductStatusBadge status={product.status} />}
      actions={canWrite && <ProductActions product={product} onEdit={editDrawer.open} />}
    >
      <Breadcrumb to="/products" label="Products">
        {product.slug} · updated <DateTime value={product.updatedAt} inSentence />
      </Breadcrumb>
      {product.status === "archived" && (
        <Alert color="gray" title="This product is archived">
          It is not on sale. Existing orders are not affected.
        </Alert>
      )}
      <div className={classes["parts"]}>
        <Stack gap="md">
          <VariantsCard product={product} />
          <Card title="Description">
            {product.description ? (
              <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                {product.description}
              </Text>
            ) : (
              <Text size="sm" c="dimmed">
                No description yet.
              </Text>
            )}
          </Card>
        </Stack>
        <Stack gap="md" className={classes["side"]}>
          <OrganisationCard product={product} />
          <ImagesCard product={product} />
        </Stack>
        {can(productApi.history) && (
          <Card title="History">
            <ChangeHistory
              operation={productApi.history}
              id={product.id}
              subjectName={(id) => nameOfVariant(product, id)}
              formatValue={formatStatus}
            />
          </Card>
        )}
      </div>
      {canWrite && <EditProduct product={product} opened={editDrawer.opened} onClose={editDrawer.close} />}
    </Page>
  );
}

/** The history shows a status by its label. */
const formatStatus = (field: string, value: unknown) =>
  field === "status"
    ? productApi.statuses.filter((one) => one === value).map((one) => statusBadges[one][0])[0]
    : undefined;

const nameOfVariant = ({ variants }: Product, id: string): string | undefined => {
  const variant = variants.find((one) => one.id === id);
  return variant && variantName(variant);
};

/** The next status of a product, and its button's label. */
const nextStatus: Readonly<Record<ProductStatus, readonly [status: ProductStatus, label: string]>> = {
  draft: ["active", "Put on sale"],
  active: ["archived", "Archive"],
  archived: ["draft", "Restore as draft"],
};

function ProductActions({ product, onEdit }: { product: Product; onEdit: () => void }) {
  const { user } = useSession();
  const client = useQueryClient();
  const navigate = useNavigateFromHere();
  const [status, label] = nextStatus[product.status];
  const putBack = async (before: ProductStatus, version: number) => {
    const answer = await callApi(productApi.edit, { id: product.id, status: before }, { version });
    setApiQueryData(client, productApi.read, { id: product.id }, answer);
    await invalidateApiQueries(client);
  };
  const changeStatus = useApiMutation(productApi.edit, {
    version: product.version,
    onSuccess: (answer) => {
      setApiQueryData(client, productApi.read, { id: product.id }, answer);
      const message = `${product.title}: ${statusBadges[answer.status][0].toLowerCase()}`;
      // No undo for vendors: only the store's staff can put a product back on sale.
      if (user.vendor && product.status === "active") toastSuccess(message);
      else toastUndo(message, () => putBack(product.status, answer.version));
    },
  });
  return (
    <>
      <RemoveButton
        operation={productApi.remove}
        id={product.id}
        name={product.title}
        version={product.version}
        description="Its variants are removed, too. If orders or stock refer to a variant, it is archived instead, and so is the product."
        onSuccess={() => navigate({ to: "/products" })}
      />
      {!(user.vendor && status === "active") && (
        <Button
          variant={status === "active" ? "filled" : "default"}
          loading={changeStatus.isPending}
          onClick={() => changeStatus.mutate({ id: product.id, status }, { onError: toastError })}
        >
          {label}
        </Button>
      )}
      <Button variant="default" leftSection={<PencilIcon size={16} />} onClick={onEdit}>
        Edit
      </Button>
    </>
  );
}

/** Its category, vendor and tags; each links to the products that share it. */
function OrganisationCard({ product }: { product: Product }) {
  const categories = useCategories();
  const vendor = useVendors().all.find(({ id }) => id === product.vendorId);
  return (
    <Card title="Organisation">
      <Stack gap={4}>
        <Text size="sm">
          <Text span inherit c="dimmed">
            Category
          </Text>{" "}
          {product.categoryId ? (
            <TextLink to="/products" search={{ categoryId: product.categoryId }} inherit>
              {categoryPath(product.categoryId, categories) || "…"}
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
          {product.tags.length === 0 && <Text size="sm">none</Text>}
          {product.tags.map((tag) => (
            <TextLink key={tag} to="/products" search={{ tag }} size="sm" style={{ overflowWrap: "anywhere" }}>
              {tag}
            </TextLink>
          ))}
        </Group>
      </Stack>
    </Card>
  );
}
