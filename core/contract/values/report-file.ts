/** Names of files have at most 255 bytes, and a letter up to four. */
const lettersMax = 60;

/** The name of the file with a report's result: its words in any script, joined by hyphens. */
export const reportFile = (name: string, day?: string): string => {
  const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}\p{Join_C}_]+/gv) ?? ["report"];
  const start = [...words.join("-")].slice(0, lettersMax).join("").replace(/-$/, "");
  return `${day === undefined ? start : `${start}-${day}`}.csv`;
};
