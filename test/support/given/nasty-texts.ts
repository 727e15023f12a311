/** Texts that break files: quotes, separators, line breaks, formulas, blanks at an edge, letters of any script. */
import fc from "../harness/properties.ts";

export const sign = fc.constantFrom(...[..."a,b;\"'=+-@ 1|é茶🙂&<"], "\t", "＝");

/** One line that is not blank. */
export const said = (max: number) =>
  fc
    .string({ unit: sign, minLength: 1, maxLength: max })
    .map((text) => text.replaceAll("\t", " ").trim())
    .filter((text) => text !== "");

export const lines = (max: number) =>
  fc.string({ unit: fc.oneof(sign, fc.constantFrom("\n", "\r\n")), maxLength: max });
