/** How a kind of work is declared: which rows of which table are work, and what the lease reads and writes in them. */

/** A worker's claim on a row. No other worker gets the row while it is hidden. */
export interface Claim {
  readonly id: string;
  /** New with every claim: an outcome counts only with the current one. */
  readonly claimId: string;
  /** Including this one, which is counted with the claim. */
  readonly attempts: number;
  /** When it was claimed, by the database's clock, in ISO 8601. */
  readonly at: string;
  /** For a partitioned table: the value that identifies the row's partition. */
  readonly part?: string;
}

/** The name of a queue where one column divides the rows. Without such a column there is one queue, called `all`. */
export interface Group {
  readonly group: string;
}

/** How many rows to claim from one queue. */
export type Take<Name> = Name & { readonly most: number };

export type SqlType = "text" | "integer" | "bigint" | "double precision" | "boolean" | "uuid" | "timestamptz" | "jsonb";

/** How rows are divided into queues if that takes more than one column. In its SQL `queue` is the queue of `row`. */
export interface Queues {
  /** The fields of a queue's name, with their PostgreSQL types. `reads` selects them under the same names. */
  readonly names: Readonly<Record<string, SqlType>>;
  /** A select of all queues that may be served now: their names, and anything else needed about them. */
  readonly all: string;
  /** Whether `row` is in `queue`. An index on the compared columns, `dueAt` and the key finds the next row at once. */
  readonly rows: string;
}

/**
 * One kind of work, in its own table. All SQL in it is the program's own text, never a client's; in it `row` is the
 * table's row, and `given` the values from an outcome.
 */
export interface Kind<Outcome> {
  /** Besides its own columns it has the lease's: `attempts integer not null default 0` and `claim_id uuid`. */
  readonly table: string;
  /** The column that counts attempts, if it has another name. */
  readonly attempts?: string;
  /** The column of its key, of type text. */
  readonly key: string;
  /** The text column by which the table is partitioned; it never changes. Held rows are searched in their part only. */
  readonly laidOutBy?: string;
  /**
   * The column with the time from which a row may be claimed; it serves both for the wait after a failure and for
   * hiding claimed rows. Null if there is nothing left to do. Claims need an index of pending rows on the group, this
   * column and the key.
   */
  readonly dueAt: string;
  /**
   * The column that hides claimed rows, if not `dueAt`. Without an index on it or on any other column that a claim
   * writes, a claim updates no index.
   */
  readonly hiddenUntil?: string;
  /** Which rows are still to be done, as in the `where` of that index: `row.status = 'pending'`. */
  readonly pending: string;
  /** The column that divides the rows, so that many of one group do not hold up the others: text, never null. */
  readonly group?: string;
  /** In place of `group`, if a queue is more than the value of one column. */
  readonly queues?: Queues;
  /** Longer than the work on a row takes: a worker silent for this long is taken for dead. */
  readonly hideSeconds: number;
  /** The most attempts for a row. By default there is no limit. */
  readonly limit?: {
    readonly attempts: number;
    /** For a row whose worker died during its last attempt: columns and their new values. */
    readonly interrupted: Readonly<Record<string, string>>;
  };
  /** How long to wait after this many attempts have failed. */
  readonly waitSeconds: (attempts: number) => number;
  /**
   * Claims do not wait for the disk: if a power cut loses one, the row is claimed again at once, and its work is done
   * again. Only for work that may be done twice, and whose other attempts need not know of it.
   */
  readonly claimsUnhurried?: true;
  /** What a claim selects besides the fields of every `Claim`: `row.provider, row.body`. */
  readonly reads?: string;
  /** Joins for `reads`: `join events event on event.id = row.event_id`. */
  readonly joins?: string;
  /** Whether to try again: true for the usual wait, or a number of seconds. */
  readonly again: (outcome: Outcome) => boolean | number;
  /** Values from an outcome: `error: ["text", ({ error }) => error]` makes `given.error`. */
  readonly given?: Readonly<Record<string, readonly [type: SqlType, of: (outcome: Outcome) => unknown]>>;
  /**
   * The columns that an outcome writes, with their new values: `last_error: "given.error"`. `given.came` is `done`,
   * `again`, or `given up` for a row that would be tried again if it had not reached its limit.
   */
  readonly sets?: Readonly<Record<string, string>>;
}
