/** What is said of a product, the same for a new one and for one that is edited. */
import { Group, NativeSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import { categoryPath, useCategories, useVendors } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import type { GetInputProps } from "../ui/forms/api-form.tsx";
import { type Product, type Status, statusOptions } from "./labels.ts";

export interface ProductValues {
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly status: Status;
  readonly categoryId: string;
  readonly vendorId: string;
  readonly tags: string[];
}

export const noProduct: ProductValues = {
  title: "",
  slug: "",
  description: "",
  status: "draft",
  categoryId: "",
  vendorId: "",
  tags: [],
};

export const valuesOf = ({ title, slug, description, status, categoryId, vendorId, tags }: Product): ProductValues => ({
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
  /** Nobody has to think of an address for a new product: it gets one from its title. */
  readonly isNew?: boolean;
}

export function ProductFields({ getInputProps, isNew = false }: Props) {
  const { user } = useSession();
  const categories = useCategories();
  const vendors = useVendors().all;
  // The store's staff put goods on sale.
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
            { value: "", label: "The store itself" },
            ...vendors.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...getInputProps("vendorId")}
        />
      )}
      <TagsInput label="Tags" placeholder="Enter adds one" clearable={false} {...getInputProps("tags")} />
      <TextInput
        label="Slug"
        description={
          isNew
            ? "How it is called in addresses. Left empty, it is made from the title."
            : "How it is called in addresses."
        }
        {...getInputProps("slug")}
      />
    </>
  );
}

/** For the store: an empty choice is none. The ids are those that were offered. */
export const productAsked = ({ categoryId, vendorId, ...rest }: ProductValues) => ({
  ...rest,
  categoryId: (categoryId || null) as Product["categoryId"],
  vendorId: (vendorId || null) as Product["vendorId"],
});
