import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from "@mantine/core";
import { useId } from "react";

/** Unlike Mantine's own, it says that it is not valid, and why: forms look for the first such field. */
export function PasswordInput(props: PasswordInputProps) {
  const own = useId();
  const { id = own, error, description } = props;
  const said = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <MantinePasswordInput
      id={id}
      aria-invalid={Boolean(error)}
      {...(said && { "aria-describedby": said })}
      {...props}
    />
  );
}
