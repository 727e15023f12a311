import { type MouseEvent, useEffect, useRef } from "react";
import classes from "./checkbox.module.css";

interface Props {
  readonly label: string;
  readonly checked: boolean;
  /** Some of what it stands for, and not all. */
  readonly some?: boolean;
  readonly onClick: (event: MouseEvent<HTMLInputElement>) => void;
}

/** A box to tick, of one element: a list has one in each row. */
export function Tick({ label, checked, some = false, onClick }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={classes["tick"]}
      aria-label={label}
      checked={checked}
      onClick={onClick}
      readOnly
    />
  );
}
