import type { Actor } from "#core/actor";
import { type RefusalCode, refusals } from "#core/contract/kit/refusals";
import type { Right } from "#core/contract/values/rights";

/** A planned refusal: thrown by a verb, it rolls back the change and becomes the declared status and sentence. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly detail: Readonly<Record<string, unknown>> | undefined;

  constructor(code: RefusalCode, detail?: Readonly<Record<string, unknown>>) {
    super(refusals[code][1]);
    this.name = "Refusal";
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return refusals[this.code][0];
  }
}

/** A field that is well formed but wrong: a 400 that names the field, like those from the contract's own checks. */
export const invalidField = (path: string, message: string) =>
  new Refusal("request.invalid", { issues: [{ path, message }] });

/** @throws Refusal `right.missing` */
export function refuseWithoutRight({ rights }: Pick<Actor, "rights">, right: Right): void {
  if (!rights.has(right)) throw new Refusal("right.missing", { right });
}

/**
 * No one can grant a right that they lack, or take one from someone with rights that they lack.
 * @throws Refusal `right.beyond`
 */
export function refuseBeyond({ rights }: Pick<Actor, "rights">, wanted: readonly Right[]): void {
  const beyond = wanted.filter((right) => !rights.has(right));
  if (beyond.length > 0) throw new Refusal("right.beyond", { rights: beyond });
}

/** @throws Refusal if a list contains duplicates. */
export function refuseRepeats(path: string, ids: readonly string[]): void {
  if (new Set(ids).size < ids.length) throw invalidField(path, "each at most once");
}

/** @throws Refusal if a period ends before it begins; either end may be open. */
export function refuseEmptyPeriod({ startsAt, endsAt }: Readonly<Record<"startsAt" | "endsAt", Date | null>>): void {
  if (startsAt && endsAt && endsAt <= startsAt) throw invalidField("endsAt", "It must be after startsAt.");
}
