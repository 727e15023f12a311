/** The name of the file with a report's result: its words in any script, joined by hyphens. */
export const reportFile = (name: string, day?: string): string => {
  const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}\p{Join_C}_]+/gv) ?? ["report"];
  return `${[...words, ...(day === undefined ? [] : [day])].join("-")}.csv`;
};
