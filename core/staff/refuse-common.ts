import { invalidField } from "#core/refusal";
import { isCommon } from "./common-passwords.ts";

/** @throws Refusal when a password is among the first that anybody would guess: `path` is the field it came in. */
export function refuseCommon(path: string, password: string): void {
  if (isCommon(password))
    throw invalidField(path, "This password is among the first that anybody would guess. Choose another.");
}
