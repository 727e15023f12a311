/**
 * The text that is here, if the file's has only other line breaks, or no blanks at its ends: programs that save a file
 * write their own breaks, and leave out the quotes that kept those blanks.
 */
export const keptBlanks = <Text extends string | null>(here: Text, given: Text): Text => {
  const [known, saved] = [plain(here), plain(given)];
  return saved === known || saved === known?.trim() ? here : given;
};

const plain = (text: string | null): string | undefined => text?.replace(/\r\n?/g, "\n");
