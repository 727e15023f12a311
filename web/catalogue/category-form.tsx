/** The forms that create and edit a category. */
import { Alert, NativeSelect, TextInput } from "@mantine/core";
import * as categoryApi from "#core/contract/category";
import { categoryPath } from "../api/catalogue-lookups.ts";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { RemoveButton } from "../ui/records/remove-button.tsx";
import type { Category } from "./types.ts";

interface Props {
  readonly all: readonly Category[];
  readonly onClose: () => void;
}

export function NewCategory({ all, parentId: initialParentId, onClose }: Props & { parentId: string }) {
  return (
    <RecordForm
      operation={categoryApi.create}
      initialValues={{ name: "", slug: "", parentId: initialParentId }}
      toInput={({ name, slug, parentId }) => ({ name, ...(slug.trim() && { slug }), parentId: toParentId(parentId) })}
      successMessage={({ name }) => `${name} added`}
      submitLabel="Add category"
      resetOnSuccess
      onClose={onClose}
    >
      {({ getInputProps }) => (
        <>
          <TextInput label="Name" data-autofocus autoFocus {...getInputProps("name")} />
          <NativeSelect label="Parent category" data={parentOptions(all)} {...getInputProps("parentId")} />
          <TextInput label="Slug" description="Leave it empty to use the name." {...getInputProps("slug")} />
        </>
      )}
    </RecordForm>
  );
}

export function EditCategory({ category, all, onClose }: Props & { category: Category }) {
  const descendants = all.filter(({ id }) => id !== category.id && isInside(id, category.id, all)).length;
  const isMoved = ({ parentId }: { parentId: string }) => parentId !== (category.parentId ?? "");
  return (
    <RecordForm
      operation={categoryApi.edit}
      initialValues={{ name: category.name, slug: category.slug, parentId: category.parentId ?? "" }}
      toInput={(values) => ({
        id: category.id,
        name: values.name,
        slug: values.slug,
        ...(isMoved(values) && { parentId: toParentId(values.parentId) }),
      })}
      successMessage={({ name }) => `${name} saved`}
      submitLabel="Save"
      onClose={onClose}
      footer={
        <RemoveButton
          operation={categoryApi.remove}
          id={category.id}
          name={category.name}
          description="Only a category without products and subcategories can be removed."
          onSuccess={onClose}
        />
      }
    >
      {({ getInputProps, values }) => (
        <>
          <TextInput label="Name" data-autofocus autoFocus {...getInputProps("name")} />
          <NativeSelect label="Parent category" data={parentOptions(all, category)} {...getInputProps("parentId")} />
          {isMoved(values) && descendants > 0 && (
            <Alert color="gray" p="xs">
              Its subcategories move with it.
            </Alert>
          )}
          <TextInput label="Slug" {...getInputProps("slug")} />
        </>
      )}
    </RecordForm>
  );
}

const parentOptions = (all: readonly Category[], moved?: Category) => [
  { value: "", label: "None (top level)" },
  ...all
    .filter(({ id }) => !moved || !isInside(id, moved.id, all))
    .map(({ id }) => ({ value: id, label: categoryPath(id, all) })),
];

/** Whether a category is this one or a descendant, which cannot be its parent. */
function isInside(id: string, top: string, all: readonly Category[]): boolean {
  if (id === top) return true;
  const parent = all.find((one) => one.id === id)?.parentId;
  return parent ? isInside(parent, top, all) : false;
}

const toParentId = (value: string) => (value || null) as Category["parentId"]; // one of the options
