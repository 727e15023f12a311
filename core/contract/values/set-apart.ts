/** A name within a text. One in Arabic or Hebrew would otherwise move the numbers next to it. */
export const setApart = (name: string): string => name.replace(/^.*[\u0590-\u08ff].*$/gm, "\u2068$&\u2069");
