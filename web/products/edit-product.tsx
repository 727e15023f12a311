import { Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as productApi from "#core/contract/product";
import { setApiQueryData } from "../api/hooks.ts";
import { categoryPath, useCategories } from "../api/lookups.ts";
import { Panel } from "../ui/drawer.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { type Product, statusLook } from "./labels.ts";
import { ProductFields, productAsked, valuesOf } from "./product-fields.tsx";

interface Props {
  readonly of: Product;
  readonly opened: boolean;
  readonly close: () => void;
}

export function EditProduct({ of, opened, close }: Props) {
  return (
    <Panel title="Edit the product" opened={opened} onClose={close}>
      <Form of={of} close={close} />
    </Panel>
  );
}

const formOf = (of: Product) => ({ ...valuesOf(of), options: of.options });

function Form({ of, close }: Omit<Props, "opened">) {
  const client = useQueryClient();
  const categories = useCategories();
  const facts = ({ title, slug, description, status, categoryId, tags, options }: Product) => ({
    Title: title,
    Description: description,
    Status: statusLook[status][0],
    Category: categoryPath(categoryId, categories) || "None",
    Tags: tags.join(", "),
    Slug: slug,
    Options: options.join(", "),
  });
  return (
    <RecordForm
      op={productApi.edit}
      from={formOf(of)}
      asked={({ options, ...rest }) => ({ id: of.id, ...productAsked(rest), options })}
      shared={{ version: of.version, now: of, facts }}
      says={({ title }) => `${title} saved`}
      onDone={(answer) => setApiQueryData(client, productApi.read, { id: of.id }, answer)}
      label="Save"
      close={close}
    >
      {({ values, getInputProps }) => (
        <>
          <ProductFields getInputProps={getInputProps} />
          {values.options.length > 0 && (
            <div>
              <Text size="sm" fw={500} mb={4}>
                What its variants differ in
              </Text>
              <Stack gap={6}>
                {values.options.map((_, index) => (
                  <TextInput
                    // biome-ignore lint/suspicious/noArrayIndexKey: an option is known by its place
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
