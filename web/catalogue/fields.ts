import type { UseFormReturnType } from "@mantine/form";

/** How a form hands a field what it needs. What kind of field it is, and so of value, is the field's own affair. */
export type GetInputProps = (
  path: string,
  how?: { readonly type: "checkbox" },
) => ReturnType<UseFormReturnType<object>["getInputProps"]>;
