/** A new product with its variants: each combination of the options' values becomes a variant. */
import { Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as productApi from "#core/contract/product";
import type { ApiError } from "../api/api-client.ts";
import { setApiQueryData } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ChosenFiles } from "../images/chosen-files.tsx";
import { handOver } from "../images/waiting-files.ts";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { parseAmount } from "../ui/forms/parse-input.ts";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { Card } from "../ui/layout/card.tsx";
import { Breadcrumb, Page } from "../ui/layout/page.tsx";
import { useNavigateFromHere } from "../ui/links/navigate-from-here.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { emptyProduct, ProductFields, productInput } from "./product-fields.tsx";
import { emptyVariantRow, filledIn, type Option, type VariantRow } from "./variant-rows.ts";
import { VariantsField } from "./variants-field.tsx";

export default function NewProduct() {
  const { store } = useSession();
  const client = useQueryClient();
  const navigate = useNavigateFromHere();
  const [files, setFiles] = useState<readonly File[]>([]);
  const form = useApiForm(productApi.create, {
    initialValues: {
      ...emptyProduct,
      options: [] as Option[],
      variants: [emptyVariantRow([])] as VariantRow[],
    },
    toInput: ({ slug, options, variants, ...rest }) => ({
      ...productInput({ ...rest, slug: "" }),
      slug: slug.trim() || undefined,
      options: filledIn(options).map(({ name }) => name.trim()),
      variants: variants.map(({ options: values, sku, priceMinor, barcode }) => ({
        options: values,
        sku,
        priceMinor: parseAmount(priceMinor, store.currency),
        ...(barcode.trim() && { barcode }),
      })),
    }),
    refusedFields: takenSkus,
    onSuccess: (answer) => {
      setApiQueryData(client, productApi.read, { id: answer.id }, answer);
      toastSuccess(`${answer.title} added`);
      handOver(answer.id, files);
      void navigate({ to: "/products/$id", params: { id: answer.id }, replace: true });
    },
  });
  return (
    <Page title="New product">
      <Breadcrumb to="/products" label="Products" />
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md" maw={860}>
          <Card title="Details">
            <Stack gap="sm">
              <ProductFields getInputProps={form.getInputProps} isNew />
            </Stack>
          </Card>
          <Card title="Variants">
            <VariantsField form={form} />
          </Card>
          <Card title="Images">
            <ChosenFiles files={files} onChange={setFiles} />
          </Card>
          <FormFooter form={form} submitLabel="Add product" onCancel={() => void navigate({ to: "/products" })} />
        </Stack>
      </form>
    </Page>
  );
}

/** Also if two of its own variants have the same one. */
const takenSkus = ({ code, detail, message }: ApiError, { variants }: { readonly variants: readonly VariantRow[] }) =>
  Object.fromEntries(
    variants.flatMap(({ sku }, index) =>
      code === "variant.skuTaken" && sku.trim() === detail["sku"] ? [[`variants.${index}.sku`, message]] : [],
    ),
  );
