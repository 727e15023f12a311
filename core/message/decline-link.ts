import { open, seal } from "#core/secret";
import { pageAt } from "./template/scope-of-order.ts";

const owner = "declineMarketing";

/** Where the owner of this email address declines marketing. The address in it is encrypted, and cannot be another. */
export const unsubscribeUrl = (email: string): string =>
  pageAt(`/api/messages/decline-marketing/${seal(email, owner)}`);

/** Null if we have not made it. */
export function emailIn(token: string): string | null {
  try {
    return open(token, owner);
  } catch {
    return null;
  }
}
