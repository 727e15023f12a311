import { neutralise } from "#core/contract/values/formula";

/** What Excel keeps of a text when it opens a file: the rest is lost without a word. */
const excelMax = 32_767;

/** In our own files an apostrophe before each formula counts too. */
export const wasCutOff = (text: string): boolean =>
  text.length <= excelMax &&
  text.length > excelMax / 2 &&
  [text, neutralise(text)].some(({ length }) => length === excelMax);

export const cutOff =
  "It has exactly 32,767 characters, which is all that Excel keeps of a text: has it cut off the rest?";
