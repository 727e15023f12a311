/** Every answer that says no: its HTTP status, and the sentence that a person reads (SPEC §1). */

export const refusals = {
  "request.invalid": [400, "The request is not as described; see detail.issues."],
  "session.required": [401, "Sign in, or send a valid API key."],
  "right.missing": [403, "You do not have the right to do this."],
  "origin.foreign": [403, "A change by cookie must come from this store's own pages."],
  "vendor.closed": [403, "This is not open to vendor logins."],
  "route.unknown": [404, "There is nothing at this address."],
  "idempotency.mismatch": [409, "This Idempotency-Key was used for a different request."],
  "version.stale": [412, "Someone else has changed this in the meantime."],
  "request.tooLarge": [413, "The request is larger than 6 MB."],
  "request.tooMany": [429, "Too many attempts. Wait a while and try again."],
  fault: [500, "Something went wrong on our side. The request id helps us find it."],
  "service.notReady": [503, "The service is not ready yet."],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type RefusalCode = keyof typeof refusals;
