import type { Parcel } from "../orders/types.ts";

/** Whether a parcel's label is still on its way. Of one that does not come, `says` tells why; one that has arrived needs none. */
export const awaitsLabel = ({ mode, label, status, says }: Parcel): boolean =>
  mode !== null && label === null && status === "shipped" && says === null;
