/** Moments as the store's clocks show them, for a field of a form. */

/** "2026-09-30T18:30", whoever looks from wherever. */
export function clockText(iso: string | number, timeZone: string): string {
  const formatter = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return formatter.format(new Date(iso)).replace(" ", "T");
}

/** The moment at which the store's clocks show this. */
export function momentIn(shown: string, timeZone: string): string {
  const wanted = Date.parse(`${shown}Z`);
  // What the clocks show at a guess says how far it is off; twice, for the offset may change in between.
  let guess = wanted;
  for (let round = 0; round < 2; round++) guess += wanted - Date.parse(`${clockText(guess, timeZone)}Z`);
  return new Date(guess).toISOString();
}
