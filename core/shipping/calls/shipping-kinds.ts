import type { CallKind } from "#core/call/call-kind";
import { bookKind } from "./book-kind.ts";
import { customsDocumentsKind } from "./customs-documents-kind.ts";
import { labelKind } from "./label-kind.ts";
import { pickupKind } from "./pickup-kind.ts";
import { ratesKind } from "./rates-kind.ts";
import { trackKind } from "./track-kind.ts";
import { voidKind } from "./void-kind.ts";

/** All kinds of calls to carriers. */
export const shippingKinds: readonly CallKind[] = [
  bookKind,
  labelKind,
  customsDocumentsKind,
  voidKind,
  ratesKind,
  trackKind,
  pickupKind,
];
