/** How a kind of work is declared: which rows of which table are work, and what the lease reads and writes of them. */

/** What a worker holds of a row that it has claimed. Nobody else gets the row while it is hidden. */
export interface Claim {
  readonly id: string;
  /** New with every claim: an outcome is taken from nobody else. */
  readonly claimId: string;
  /** This one included: it is counted with the claim. */
  readonly attempts: number;
  /** When it was claimed, by the database's clock, in ISO 8601. */
  readonly at: string;
  /** Of a table in parts: what says in which one the row is. */
  readonly part?: string;
}

/** The name of a queue where one column shares the rows out. Without such a column there is one queue, called `all`. */
export interface Group {
  readonly group: string;
}

/** How many rows to claim of one queue. */
export type Take<Name> = Name & { readonly most: number };

export type SqlType = "text" | "integer" | "bigint" | "double precision" | "boolean" | "uuid" | "timestamptz" | "jsonb";

/** How rows are shared out into queues when that takes more than one column. In its SQL `queue` is the queue of `row`. */
export interface Queues {
  /** What names a queue, with the type that PostgreSQL has for it. What `reads` selects has the same names. */
  readonly names: Readonly<Record<string, SqlType>>;
  /** A select of all queues that may be served now: their names, and whatever else is to be known of them. */
  readonly all: string;
  /** Whether `row` is in `queue`. An index on what it compares, then on `dueAt` and the key, finds the next row at once. */
  readonly rows: string;
}

/**
 * One kind of work, in a table of its own. All SQL in it is the program's own text, never a client's; in it `row` is the
 * row of the table, and `given` what an outcome says about it.
 */
export interface Kind<Outcome> {
  /** Besides its own columns it has `attempts integer not null default 0` and `claim_id uuid`, which are the lease's. */
  readonly table: string;
  /** Where the attempts are counted, if that column has another name. */
  readonly attempts?: string;
  /** The column of its key, a text. */
  readonly key: string;
  /** The column by whose ranges the table lies in parts, a text that never changes: what is held is looked for in its part alone. */
  readonly laidOutBy?: string;
  /**
   * The column that says when a row may be claimed: one for the wait after a failure and for hiding what is claimed. Null
   * when there is nothing left to do. A claim needs an index on the group, this column and the key, of what is pending.
   */
  readonly dueAt: string;
  /**
   * The column that hides what is claimed, where that is not `dueAt`. With no index on it, nor on any other column that a claim
   * writes, a claim writes no index.
   */
  readonly hiddenUntil?: string;
  /** What is still to be done, as in the `where` of that index: `row.status = 'pending'`. */
  readonly pending: string;
  /** The column that shares the rows out, so that many of one group do not hold up the others: a text, never null. */
  readonly group?: string;
  /** In place of `group`, when a queue is more than the value of a column. */
  readonly queues?: Queues;
  /** Longer than the work on a row takes: whoever is not heard of for so long has died. */
  readonly hideSeconds: number;
  /** How often a row is tried. Without it there is no limit. */
  readonly limit?: {
    readonly attempts: number;
    /** What becomes of a row whose worker died during its last attempt: columns and their new values. */
    readonly interrupted: Readonly<Record<string, string>>;
  };
  /** How long to wait after the attempt of this number has failed. */
  readonly waitSeconds: (attempts: number) => number;
  /**
   * A claim does not wait for the disk: should a power cut take it back, the row is claimed again at once, and its work is
   * done again. Only for work that may be done twice, and that no other attempt has to know of.
   */
  readonly claimsUnhurried?: true;
  /** What a claim selects besides what every `Claim` has: `row.provider, row.body`. */
  readonly reads?: string;
  /** What it selects that from besides the row: `join events event on event.id = row.event_id`. */
  readonly joins?: string;
  /** Whether the work is to be tried again: after the usual wait, or after as many seconds as it answers. */
  readonly again: (outcome: Outcome) => boolean | number;
  /** What an outcome says: `given.error` is the second part of `error: ["text", ({ error }) => error]`. */
  readonly given?: Readonly<Record<string, readonly [type: SqlType, of: (outcome: Outcome) => unknown]>>;
  /**
   * The columns that an outcome writes, with their new values: `last_error: "given.error"`. `given.came` is `done`,
   * `again`, or `given up` for what would be tried again, had it not reached its limit.
   */
  readonly sets?: Readonly<Record<string, string>>;
}
