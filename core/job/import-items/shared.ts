/** What items of a file say about something that they share, such as the price list that their prices are in. */

export interface Shared {
  readonly about: string;
  /** The fields that the item has. */
  readonly says: Readonly<Record<string, unknown>>;
  /** What fields are if the first item about it does not have them. */
  readonly unsaid: Readonly<Record<string, unknown>>;
}

/** By item, the field in which what it shares is another than in the first row of the file that is about the same. */
export type Clashes<Item> = ReadonlyMap<Item, string>;

type FirstWith = (key: string) => number | undefined;

const sharedKey = (...parts: readonly unknown[]): string => JSON.stringify(["shared", ...parts]);

export const sharedKeysOf = ({ about, says, unsaid }: Shared): readonly string[] => [
  sharedKey(about),
  ...Object.entries({ ...unsaid, ...says }).map(([field, value]) => sharedKey(about, field, value)),
];

export const firstAbout = ({ about }: Shared, firstWith: FirstWith): number | undefined => firstWith(sharedKey(about));

export const clashIn = (shared: Shared, firstWith: FirstWith): string | undefined =>
  Object.entries(shared.says).find(
    ([field, value]) => firstWith(sharedKey(shared.about, field, value)) !== firstAbout(shared, firstWith),
  )?.[0];
