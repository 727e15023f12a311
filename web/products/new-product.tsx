/** A product with its variants, on one page: from the options' values every combination is written down by itself. */
import { Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import * as productApi from "#core/contract/product";
import { setApiQueryData } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Card } from "../ui/card.tsx";
import { FormEnd, useActForm } from "../ui/forms/api-form.tsx";
import { amountIn } from "../ui/forms/parse-input.ts";
import { Page, Trail } from "../ui/page.tsx";
import { sayDone } from "../ui/toast.tsx";
import { Images } from "./images-field.tsx";
import { noProduct, ProductFields, productAsked } from "./product-fields.tsx";
import { NewVariants, type Option, type Row, rowFor } from "./variants-field.tsx";

export default function NewProduct() {
  const { store } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useActForm(productApi.create, {
    from: {
      ...noProduct,
      images: [] as { url: string; alt: string }[],
      options: [] as Option[],
      variants: [rowFor([])] as Row[],
    },
    asked: ({ slug, images, options, variants, ...rest }) => ({
      ...productAsked({ ...rest, slug: "" }),
      slug: slug.trim() || undefined,
      images: images.filter(({ url }) => url.trim()),
      options: namedOptions(options).map(({ name }) => name.trim()),
      variants: variants.map(({ options: values, sku, priceMinor, barcode }) => ({
        options: values,
        sku,
        priceMinor: amountIn(priceMinor, store.currency),
        ...(barcode.trim() && { barcode }),
      })),
    }),
    onDone: (answer) => {
      setApiQueryData(client, productApi.read, { id: answer.id }, answer);
      sayDone(`${answer.title} added`);
      void navigate({ to: "/products/$id", params: { id: answer.id } });
    },
  });
  return (
    <Page title="New product">
      <Trail to="/products" list="Products"></Trail>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md" maw={860}>
          <Card title="What it is">
            <Stack gap="sm">
              <ProductFields getInputProps={form.getInputProps} isNew />
            </Stack>
          </Card>
          <Card title="Variants">
            <NewVariants form={form} />
          </Card>
          <Card title="Images">
            <Images form={form} />
          </Card>
          <FormEnd form={form} label="Add the product" onCancel={() => void navigate({ to: "/products" })} />
        </Stack>
      </form>
    </Page>
  );
}

const namedOptions = (options: readonly Option[]) =>
  options.filter(({ name, values }) => name.trim() && values.length > 0);
