/** One step of a trace. */
export interface Step {
  readonly name: string;
  readonly kind: "server" | "producer" | "consumer" | "client";
  /** The W3C `traceparent` that it follows; by default the step around it. */
  readonly parent?: string | null | undefined;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** Adds attributes to the current step. */
export type Note = (attributes: Readonly<Record<string, string | number>>) => void;
