import type { Import } from "./labels.ts";

/** The files sent from this tab, so that one can be sent again as another type of data. */
export const sentFiles = new Map<Import["id"], File>();
