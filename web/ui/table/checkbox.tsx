import { type MouseEvent, useEffect, useRef } from "react";
import classes from "./checkbox.module.css";

interface Props {
  readonly label: string;
  readonly checked: boolean;
  /** Some of its items are checked, but not all. */
  readonly indeterminate?: boolean;
  readonly onClick: (event: MouseEvent<HTMLInputElement>) => void;
}

/** A checkbox that is one plain element, because a list has one in each row. */
export function Checkbox({ label, checked, indeterminate = false, onClick }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <input
      ref={input}
      type="checkbox"
      className={classes["checkbox"]}
      aria-label={label}
      checked={checked}
      onClick={onClick}
      readOnly
    />
  );
}
