/** The column types that every table shares. Column names are the property names in snake_case. */

import type { Id, Kind } from "#core/contract/kit/fields";
import { customType, integer, jsonb, sql, text, timestamp } from "#core/db/drizzle";

/** Ids are made in the program; the migrations declare them `collate "C"`, so that they sort as bytes. */
export const idColumn = <K extends Kind>(_kind: K) => text().$type<Id<K>>();

/** Milliseconds, like a JavaScript `Date`, so that a value read equals the value written. */
export const timeColumn = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

/** Minor units of the store's currency. `bigint` in the database, and safe in a number up to 2^53. */
export const moneyColumn = customType<{ data: number; driverData: string | number }>({
  dataType: () => "bigint",
  fromDriver: Number,
});

export const jsonColumn = <T>() => jsonb().$type<T>();
export const versionColumn = () => integer().notNull().default(1);

/** The database's own clock. Due times and hiding times use it, so that no host's clock matters. */
export const databaseNow = sql<Date>`clock_timestamp()`;

/** The same in a row for `insertRows`, at the beginning of the change: PostgreSQL reads this word as its time. */
export const databaseNowInRow = "now" as unknown as Date;
