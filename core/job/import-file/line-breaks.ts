/** The text that is here, if the file's has only other line breaks, which programs that save a file replace by their own. */
export const keptBreaks = <Text extends string | null>(here: Text, given: Text): Text =>
  plain(here) === plain(given) ? here : given;

const plain = (text: string | null): string | undefined => text?.replace(/\r\n?/g, "\n");
