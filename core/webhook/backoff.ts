/** As documented for receivers: an attempt has 10 s, and there are twelve of them. */
import { doubling } from "#core/work/waits";

export const attemptsMax = 12;
export const hidingSeconds = 60;
export const timeoutMs = 10_000;
/** A longer attempt could outlast the 60 s for which its row is hidden. */
export const timeoutMsMax = 30_000;
/** After the first failure 2 s, then 4, 8 … 512, 900, 900. */
export const waitSeconds = doubling(2, 900);
