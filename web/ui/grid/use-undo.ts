import { useRef } from "react";

/** Ctrl-Z after pasting or filling down: the browser itself takes back only what was typed. */
export function useUndo<Rows>(rows: Rows, setRows: (rows: Rows) => void) {
  const steps = useRef<{ readonly before: Rows; readonly after: Rows }[]>([]);
  return {
    change: (after: Rows) => {
      steps.current.push({ before: rows, after });
      setRows(after);
    },
    /** Returns false if there is nothing to take back, or if something else has changed the rows since. */
    undo: (): boolean => {
      const last = steps.current.at(-1);
      if (last?.after !== rows) return false;
      steps.current.pop();
      setRows(last.before);
      return true;
    },
  };
}
