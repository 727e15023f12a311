import type { NetFailure } from "#core/net/failure";

/** What staff read about a failed attempt: these words and no others, so that nothing a receiver says gets into the store. */
export type Failure =
  | NetFailure
  /** No configured key decrypts the signing secret. */
  | "secret_unreadable"
  /** The sender died during the last attempt. */
  | "interrupted"
  | `http_${number}`;
