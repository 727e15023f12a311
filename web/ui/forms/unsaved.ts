/** Unsaved input: leaving its page asks for confirmation. */
import { useEffect, useRef } from "react";

type IsDirty = () => boolean;
const forms = new Set<IsDirty>();

/** Registers a part of the page that may have unsaved input. `isDirty` is called when the user is about to leave. */
export function useUnsaved(isDirty: IsDirty): void {
  const latest = useRef(isDirty);
  latest.current = isDirty;
  useEffect(() => {
    const form = () => latest.current();
    forms.add(form);
    return () => void forms.delete(form);
  }, []);
}

export const isAnythingUnsaved = (): boolean => [...forms].some((isDirty) => isDirty());
