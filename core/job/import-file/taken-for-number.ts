/** Texts that a spreadsheet reads as a number or a time and writes in another form: LibreOffice keeps none of the first. */

const power = /^\d+(?:\.\d+)?E\+?\d{1,2}$/i;
/** An article number such as 12.345, in groups of three digits. */
const grouped = /^\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/;
/** $50, €10.00 or 5 €, as gift cards are called. */
const money = /^(?:\p{Sc} ?(?<behind>\d+(?:[.,]\d{1,2})?)|(?<before>\d+(?:[.,]\d{1,2})?) ?\p{Sc})$/u;
/** As in accounts, where (12) is -12. */
const bracketed = /^\((\d+(?:[.,]\d+)?)\)$/;
/** Size 7 1/2. */
const fraction = /^(\d{1,3}) ([1-9])\/([2-9])$/;
const plain = /^-?\d+(?:[.,]\d+)?$/;
const time = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?(?: ([AP])M)?$/i;

/** The number that a spreadsheet may read, and write plainly, in a text that is no plain number. */
export function valueIn(here: string): number | undefined {
  if (power.test(here)) return Number(here);
  if (grouped.test(here)) return Number(here.replace(/\D/g, ""));
  const { behind, before } = money.exec(here)?.groups ?? {};
  if (behind ?? before) return plainValue(behind ?? before);
  const inBrackets = bracketed.exec(here)?.[1];
  if (inBrackets !== undefined) return plainValue(`-${inBrackets}`);
  const [, whole, part, parts] = fraction.exec(here) ?? [];
  return whole === undefined ? undefined : Number(whole) + Number(part) / Number(parts);
}

export const plainValue = (given = ""): number | undefined =>
  plain.test(given) ? Number(given.replace(",", ".")) : undefined;

/** The seconds of a time of day, or of what is taken for one: 16:9 becomes 16:09:00 or 04:09:00 PM. */
export function secondsIn(text: string): number | undefined {
  const [, hours, minutes, seconds = 0, half] = time.exec(text) ?? [];
  if (hours === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toUpperCase() === "P" ? 12 : 0);
  return (hour * 60 + Number(minutes)) * 60 + Number(seconds);
}
