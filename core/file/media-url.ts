import { optional } from "#core/environment";
import type { MediaKey } from "./folders.ts";

/** The public URL of a file, at the store's public address. */
export const mediaUrl = (key: MediaKey): string => `${optional("PUBLIC_URL") ?? ""}/${key}`;
