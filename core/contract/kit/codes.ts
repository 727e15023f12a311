/** The refusals that an operation can answer. */
import { hasBody, keepsAnswer, type Operation, takesIfMatch } from "./operation.ts";
import type { RefusalCode } from "./refusals.ts";

/** Refusals of the wrappers around every verb. */
const always: readonly RefusalCode[] = [
  "request.invalid",
  "request.tooLarge",
  "service.busy",
  "service.away",
  "service.full",
  "fault",
];

/** Every code that an operation can answer. */
export const codesOf = (op: Operation): RefusalCode[] => [...new Set(inOrderOf(op))];

/** With repeats: a verb may check a further right. */
const inOrderOf = (op: Operation): readonly RefusalCode[] => [
  ...always,
  ...(op.right === "anyone" ? [] : (["session.required"] as const)),
  ...(op.right === "anyone" ? [] : (["key.otherDoor"] as const)),
  ...(op.right === "anyone" || op.right === "storefront"
    ? []
    : ([op.right === "signedIn" ? "token.webhooksOnly" : "right.missing"] as const)),
  // A storefront's key is not bound to a vendor.
  ...(op.vendor === "closed" && op.right !== "anyone" && op.right !== "storefront" ? (["vendor.closed"] as const) : []),
  ...(op.method === "GET" || op.right === "anyone" ? [] : (["origin.foreign"] as const)),
  ...(hasBody(op) && !op.rawBody ? (["request.mediaType"] as const) : []),
  ...(keepsAnswer(op) ? (["idempotency.mismatch"] as const) : []),
  ...(takesIfMatch(op) ? (["version.stale"] as const) : []),
  ...("cursor" in op.input.shape ? (["cursor.unknown"] as const) : []),
  ...op.refuses,
];
