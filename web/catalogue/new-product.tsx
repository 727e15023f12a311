/** A product with its variants, on one page: from the options' values every combination is written down by itself. */
import { Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as product from "#core/contract/product";
import { remember } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ChosenFiles } from "../images/chosen-files.tsx";
import { handOver } from "../images/waiting-files.ts";
import { Card } from "../ui/card.tsx";
import { FormEnd, useActForm } from "../ui/form.tsx";
import { Page, Trail } from "../ui/page.tsx";
import { sayDone } from "../ui/said.tsx";
import { amountIn } from "../ui/typed.ts";
import { NewVariants, type Option, type Row, rowFor } from "./new-variants.tsx";
import { noProduct, ProductFields, productAsked } from "./product-fields.tsx";

export default function NewProduct() {
  const { store } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [files, setFiles] = useState<readonly File[]>([]);
  const form = useActForm(product.create, {
    from: {
      ...noProduct,
      options: [] as Option[],
      variants: [rowFor([])] as Row[],
    },
    asked: ({ slug, options, variants, ...rest }) => ({
      ...productAsked({ ...rest, slug: "" }),
      slug: slug.trim() || undefined,
      options: namedOptions(options).map(({ name }) => name.trim()),
      variants: variants.map(({ options: values, sku, priceMinor, barcode }) => ({
        options: values,
        sku,
        priceMinor: amountIn(priceMinor, store.currency),
        ...(barcode.trim() && { barcode }),
      })),
    }),
    onDone: (answer) => {
      remember(client, product.read, { id: answer.id }, answer);
      sayDone(`${answer.title} added`);
      handOver(answer.id, files);
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
            <ChosenFiles files={files} onChange={setFiles} />
          </Card>
          <FormEnd form={form} label="Add the product" onCancel={() => void navigate({ to: "/products" })} />
        </Stack>
      </form>
    </Page>
  );
}

const namedOptions = (options: readonly Option[]) =>
  options.filter(({ name, values }) => name.trim() && values.length > 0);
