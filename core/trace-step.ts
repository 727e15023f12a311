/** One step of a trace. */
export interface Step {
  readonly name: string;
  readonly kind: "server" | "producer" | "consumer" | "client";
  /** The W3C `traceparent` that it follows; the step around it when nothing is said. */
  readonly parent?: string | null | undefined;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** Notes on the step that is at work. */
export type Note = (attributes: Readonly<Record<string, string | number>>) => void;
