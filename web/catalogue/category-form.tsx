/** The form of a category, for a new one and for one that is there. */
import { Alert, NativeSelect, TextInput } from "@mantine/core";
import * as categoryApi from "#core/contract/category";
import { categoryPath } from "../api/lookups.ts";
import type { Category } from "../products/labels.ts";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { Remove } from "../ui/records/remove-button.tsx";

interface Props {
  readonly all: readonly Category[];
  readonly close: () => void;
}

export function NewCategory({ all, within, close }: Props & { within: string }) {
  return (
    <RecordForm
      op={categoryApi.create}
      from={{ name: "", slug: "", parentId: within }}
      asked={({ name, slug, parentId }) => ({ name, ...(slug.trim() && { slug }), parentId: parentIn(parentId) })}
      says={({ name }) => `${name} added`}
      label="Add the category"
      isNew
      close={close}
    >
      {({ getInputProps }) => (
        <>
          <TextInput label="Name" data-autofocus autoFocus {...getInputProps("name")} />
          <NativeSelect label="Within" data={parents(all)} {...getInputProps("parentId")} />
          <TextInput label="Slug" description="Left empty, it is made from the name." {...getInputProps("slug")} />
        </>
      )}
    </RecordForm>
  );
}

export function EditCategory({ of, all, close }: Props & { of: Category }) {
  const inside = all.filter(({ id }) => id !== of.id && isWithin(id, of.id, all)).length;
  const moved = ({ parentId }: { parentId: string }) => parentId !== (of.parentId ?? "");
  return (
    <RecordForm
      op={categoryApi.edit}
      from={{ name: of.name, slug: of.slug, parentId: of.parentId ?? "" }}
      asked={(typed) => ({
        id: of.id,
        name: typed.name,
        slug: typed.slug,
        ...(moved(typed) && { parentId: parentIn(typed.parentId) }),
      })}
      says={({ name }) => `${name} saved`}
      label="Save"
      close={close}
      below={
        <Remove
          op={categoryApi.remove}
          id={of.id}
          name={of.name}
          says="Only one with no products and no categories in it can go."
          onDone={close}
        />
      }
    >
      {({ getInputProps, values }) => (
        <>
          <TextInput label="Name" data-autofocus autoFocus {...getInputProps("name")} />
          <NativeSelect label="Within" data={parents(all, of)} {...getInputProps("parentId")} />
          {moved(values) && inside > 0 && (
            <Alert color="gray" p="xs">
              What lies within it moves along.
            </Alert>
          )}
          <TextInput label="Slug" {...getInputProps("slug")} />
        </>
      )}
    </RecordForm>
  );
}

const parents = (all: readonly Category[], but?: Category) => [
  { value: "", label: "None: at the top" },
  ...all
    .filter(({ id }) => !but || !isWithin(id, but.id, all))
    .map(({ id }) => ({ value: id, label: categoryPath(id, all) })),
];

/** Whether a category is this one or lies somewhere within it: it cannot be moved there. */
function isWithin(id: string, top: string, all: readonly Category[]): boolean {
  if (id === top) return true;
  const parent = all.find((one) => one.id === id)?.parentId;
  return parent ? isWithin(parent, top, all) : false;
}

const parentIn = (typed: string) => (typed || null) as Category["parentId"]; // one of those offered
