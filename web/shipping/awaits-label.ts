import type { Parcel } from "../orders/types.ts";

/** Whether a parcel's label is still to come. If it failed, `says` has the reason; a delivered parcel needs none. */
export const awaitsLabel = ({ mode, label, status, says }: Parcel): boolean =>
  mode !== null && label === null && status === "shipped" && says === null;
