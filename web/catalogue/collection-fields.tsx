import { Textarea, TextInput } from "@mantine/core";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";

interface Props {
  readonly getInputProps: GetInputProps;
  readonly isNew?: boolean;
}

export const CollectionFields = ({ getInputProps, isNew = false }: Props) => (
  <>
    <TextInput label="Title" data-autofocus {...getInputProps("title")} />
    <Textarea label="Description" autosize minRows={3} maxRows={12} {...getInputProps("description")} />
    <TextInput
      label="Slug"
      {...(isNew && { description: "Leave it empty to use the title." })}
      {...getInputProps("slug")}
    />
  </>
);
