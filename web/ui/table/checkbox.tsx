import { type MouseEvent, useEffect, useId, useRef } from "react";
import classes from "./checkbox.module.css";

interface Props {
  readonly label: string;
  /** The id of an element whose text is said after the label. */
  readonly of?: string;
  readonly checked: boolean;
  /** Some of its items are checked, but not all. */
  readonly indeterminate?: boolean;
  readonly onClick: (event: MouseEvent<HTMLInputElement>) => void;
}

/** A checkbox that is one plain element, because a list has one in each row. */
export function Checkbox({ label, of, checked, indeterminate = false, onClick }: Props) {
  const id = useId();
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
      {...(of && { id, "aria-labelledby": `${id} ${of}` })}
      checked={checked}
      onClick={onClick}
      readOnly
    />
  );
}
