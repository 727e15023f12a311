/** What calls to carriers were written down with, read again: `ask` keeps it as JSON, and times are text there. */
import * as z from "zod";

type Kept<T> = Omit<T, "at"> & { readonly at: string };

/** Checked when it was written, so here only its time becomes one again. */
export const kept = <T extends { readonly at: Date }>() =>
  z.custom<Kept<T>>().transform(({ at, ...rest }) => ({ ...rest, at: new Date(at) }) as unknown as T); // the one field of it that JSON has no form for

export const keptAsIs = <T>() => z.custom<T>();
