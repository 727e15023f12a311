import { invalidField } from "#core/refusal";
import { isCommon } from "./common-passwords.ts";

/** @param path the field of the password. @throws Refusal if it is a common one. */
export function refuseCommon(path: string, password: string): void {
  if (isCommon(password))
    throw invalidField(path, "This password is among the first that anyone would guess. Choose another.");
}
