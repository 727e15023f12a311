import { Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as productApi from "#core/contract/product";
import { categoryPath, useCategories } from "../api/catalogue-lookups.ts";
import { setApiQueryData } from "../api/hooks.ts";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { statusBadges } from "./labels.ts";
import { ProductFields, productInput, productValues } from "./product-fields.tsx";
import type { Product } from "./types.ts";

interface Props {
  readonly product: Product;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function EditProduct({ product, opened, onClose }: Props) {
  return (
    <Drawer title="Edit product" opened={opened} onClose={onClose}>
      <EditProductForm product={product} onClose={onClose} />
    </Drawer>
  );
}

function EditProductForm({ product, onClose }: Omit<Props, "opened">) {
  const client = useQueryClient();
  const categories = useCategories();
  const describe = ({ title, slug, description, status, categoryId, tags, options }: Product) => ({
    Title: title,
    Description: description,
    Status: statusBadges[status][0],
    Category: categoryPath(categoryId, categories) || "None",
    Tags: tags.join(", "),
    Slug: slug,
    Options: options.join(", "),
  });
  return (
    <RecordForm
      operation={productApi.edit}
      initialValues={{ ...productValues(product), options: product.options }}
      toInput={({ options, ...rest }) => ({ id: product.id, ...productInput(rest), options })}
      versioned={{ version: product.version, current: product, describe }}
      successMessage={({ title }) => `${title} saved`}
      onSuccess={(answer) => setApiQueryData(client, productApi.read, { id: product.id }, answer)}
      submitLabel="Save"
      onClose={onClose}
    >
      {({ values, getInputProps }) => (
        <>
          <ProductFields getInputProps={getInputProps} />
          {values.options.length > 0 && (
            <div>
              <Text size="sm" fw={500} mb={4}>
                Options
              </Text>
              <Stack gap={6}>
                {values.options.map((_, index) => (
                  <TextInput
                    // biome-ignore lint/suspicious/noArrayIndexKey: an option has no id but its position
                    key={index}
                    size="xs"
                    aria-label={`Name of option ${index + 1}`}
                    {...getInputProps(`options.${index}`)}
                  />
                ))}
              </Stack>
            </div>
          )}
        </>
      )}
    </RecordForm>
  );
}
