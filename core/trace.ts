/**
 * Traces, for whoever says by `OTEL_EXPORTER_OTLP_ENDPOINT` where they go. For all others this file is everything: it loads
 * nothing and does nothing, so that bundles and cold starts stay what they are.
 */
import { optional } from "./environment.ts";
import { log } from "./log.ts";
import type { Note, Step } from "./trace-step.ts";

let tracing: typeof import("./tracing.ts") | undefined;

const isOn = (): boolean => optional("OTEL_EXPORTER_OTLP_ENDPOINT") !== undefined;

/** Does the work as a step of a trace; one that throws is marked as failed. */
export async function traced<T>(step: Step, work: (note: Note) => Promise<T>): Promise<T> {
  if (!isOn()) return work(() => {});
  tracing ??= await import("./tracing.ts");
  return tracing.inStep(step, work);
}

/** Records steps that are over, of as many traces: what was done for several at once. */
export async function tracedSince(startedAt: Date, steps: readonly Step[]): Promise<void> {
  if (!isOn() || steps.length === 0) return;
  tracing ??= await import("./tracing.ts");
  for (const step of steps) tracing.record(step, startedAt);
}

/** The `traceparent` of the step at work, to be written down with what others will go on with; null without one. */
export const traceparent = (): string | null => tracing?.traceparent() ?? null;

/** Sends what is recorded. To be awaited where the process may be frozen next; it never throws. */
export async function sendTraces(): Promise<void> {
  await tracing?.send().catch((error: unknown) => log.warn("traces not sent", { error }));
}
