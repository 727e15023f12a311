import { optional } from "#core/environment";
import type { MediaKey } from "./folders.ts";

/** Where everybody finds a file of the store, at the address by which people know it. */
export const mediaUrl = (key: MediaKey): string => `${optional("PUBLIC_URL") ?? ""}/${key}`;
