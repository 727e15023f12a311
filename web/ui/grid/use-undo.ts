import { useRef, useState } from "react";
import { allPasted, type Unpasted } from "./pasted.ts";

interface Change<Rows> {
  readonly rows: Rows;
  readonly unpasted: Unpasted;
}

/** Each holds the rows of a whole grid. */
const stepsMax = 50;

/** Ctrl-Z after pasting or filling down: the browser itself takes back only what was typed. */
export function useUndo<Rows>(rows: Rows, setRows: (rows: Rows) => void) {
  const steps = useRef<{ readonly before: Change<Rows>; readonly after: Rows }[]>([]);
  const [unpasted, setUnpasted] = useState(allPasted);
  const show = (change: Change<Rows>) => {
    setRows(change.rows);
    setUnpasted(change.unpasted);
  };
  return {
    /** What did not fit in the last paste. */
    unpasted,
    closeUnpasted: () => setUnpasted(allPasted),
    change: (after: { readonly rows: Rows; readonly unpasted?: Unpasted }) => {
      steps.current = [...steps.current, { before: { rows, unpasted }, after: after.rows }].slice(-stepsMax);
      show({ unpasted, ...after });
    },
    /** Returns false if there is nothing to take back, or if something else has changed the rows since. */
    undo: (): boolean => {
      const last = steps.current.at(-1);
      // A letter that was typed and taken back leaves other rows, but equal ones.
      if (!last || (last.after !== rows && JSON.stringify(last.after) !== JSON.stringify(rows))) return false;
      steps.current.pop();
      show(last.before);
      return true;
    },
  };
}
