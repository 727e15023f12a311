/** An event from the outbox on its way to the bus. `body` is its JSON, byte for byte what receivers get. */
export interface Outgoing {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  /** In ISO 8601. */
  readonly time: string;
  /** How often the sweep has put it, including this time; 0 right after its change. */
  readonly attempts: number;
}

/** An event that the bus did not accept, and why. */
export interface NotTaken {
  readonly id: string;
  /** The bus's own; for a call that got no answer, the error's code or name. */
  readonly code: string;
  readonly message: string;
}

/** The outcome of putting events: the bus has accepted those in neither list. */
export interface Outcome {
  /** Refused for their own content: another try soon would be refused too. */
  readonly refused: readonly NotTaken[];
  /** In calls that failed as a whole, through no fault of these events. */
  readonly failed: readonly NotTaken[];
}

/** Puts events on the bus, within this many milliseconds. It never throws. */
export type Put = (events: readonly Outgoing[], withinMs: number) => Promise<Outcome>;
