/** What somebody has typed and not saved: leaving its page asks first. */
import { useEffect, useRef } from "react";

type IsDirty = () => boolean;
const forms = new Set<IsDirty>();

/** Tells that this part of the page holds what is not saved yet. It is asked when somebody is about to leave. */
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
