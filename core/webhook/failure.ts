import type { NetFailure } from "#core/net/failure";

/** Why an attempt failed, in fixed words, so that no text from a receiver gets into the store. */
export type Failure =
  | NetFailure
  /** No configured key decrypts the signing secret. */
  | "secret_unreadable"
  /** The sender died during the last attempt. */
  | "interrupted"
  | `http_${number}`;
