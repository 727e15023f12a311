/** An event of the outbox on its way to the bus. `body` is its JSON, byte for byte what receivers get. */
export interface Outgoing {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  /** In ISO 8601. */
  readonly time: string;
  /** How often the sweep has put it, this time included; 0 right after its change. */
  readonly attempts: number;
}

/** An event that the bus did not take, and why. */
export interface NotTaken {
  readonly id: string;
  /** The bus's own; of a call that reached nobody, the name of the error. */
  readonly code: string;
  readonly message: string;
}

/** What became of events that were put: those that are in neither list, the bus has taken. */
export interface Outcome {
  /** Refused for themselves: by another try soon they would be again. */
  readonly refused: readonly NotTaken[];
  /** In calls that failed as a whole, which is no fault of theirs. */
  readonly failed: readonly NotTaken[];
}

/** Puts events on the bus, within so many milliseconds. It never throws. */
export type Put = (events: readonly Outgoing[], withinMs: number) => Promise<Outcome>;
