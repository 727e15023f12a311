/** The fields of a product, for creating and editing. */
import { Group, NativeSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import { categoryPath, useCategories } from "../api/catalogue-lookups.ts";
import { useVendors } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { statusOptions } from "./labels.ts";
import type { Product, ProductStatus } from "./types.ts";

export interface ProductValues {
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly status: ProductStatus;
  readonly categoryId: string;
  readonly vendorId: string;
  readonly tags: string[];
}

export const emptyProduct: ProductValues = {
  title: "",
  slug: "",
  description: "",
  status: "draft",
  categoryId: "",
  vendorId: "",
  tags: [],
};

export const productValues = ({
  title,
  slug,
  description,
  status,
  categoryId,
  vendorId,
  tags,
}: Product): ProductValues => ({
  title,
  slug,
  description,
  status,
  categoryId: categoryId ?? "",
  vendorId: vendorId ?? "",
  tags,
});

interface Props {
  readonly getInputProps: GetInputProps;
  /** A new product gets its slug from its title. */
  readonly isNew?: boolean;
}

export function ProductFields({ getInputProps, isNew = false }: Props) {
  const { user } = useSession();
  const categories = useCategories();
  const vendors = useVendors().all;
  // Vendor logins cannot put products on sale.
  const statuses = user.vendor ? statusOptions.filter(({ value }) => value !== "active") : statusOptions;
  return (
    <>
      <TextInput label="Title" data-autofocus {...getInputProps("title")} />
      <Textarea label="Description" autosize minRows={3} maxRows={14} {...getInputProps("description")} />
      <Group grow align="start" gap="sm">
        <NativeSelect label="Status" data={statuses} {...getInputProps("status")} />
        <NativeSelect
          label="Category"
          data={[
            { value: "", label: "None" },
            ...categories.map(({ id }) => ({ value: id, label: categoryPath(id, categories) })),
          ]}
          {...getInputProps("categoryId")}
        />
      </Group>
      {vendors.length > 0 && (
        <NativeSelect
          label="Vendor"
          data={[
            { value: "", label: "None (own product)" },
            ...vendors.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...getInputProps("vendorId")}
        />
      )}
      <TagsInput label="Tags" placeholder="Press Enter after each" clearable={false} {...getInputProps("tags")} />
      <TextInput
        label="Slug"
        description={
          isNew ? "The product's part of a URL. Leave it empty to use the title." : "The product's part of a URL."
        }
        {...getInputProps("slug")}
      />
    </>
  );
}

/** The values as operation input. The ids come from the options. */
export const productInput = ({ categoryId, vendorId, ...rest }: ProductValues) => ({
  ...rest,
  categoryId: (categoryId || null) as Product["categoryId"],
  vendorId: (vendorId || null) as Product["vendorId"],
});
