/** Reads back the input of calls to carriers: `ask` stores it as JSON, with times as text. */
import * as z from "zod";

type Kept<T> = Omit<T, "at"> & { readonly at: string };

/** It was validated when it was written, so only the time is converted. */
export const kept = <T extends { readonly at: Date }>() =>
  z.custom<Kept<T>>().transform(({ at, ...rest }) => ({ ...rest, at: new Date(at) }) as unknown as T); // JSON lacks dates

export const keptAsIs = <T>() => z.custom<T>();
