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

const kept = new Set<IsDirty>();

/** For what the tab keeps, on other screens and after a reload: only closing the tab loses it. */
export const askBeforeClosing = (isKept: IsDirty): void => void kept.add(isKept);

export const isLostOnClose = (): boolean => isAnythingUnsaved() || [...kept].some((isKept) => isKept());
