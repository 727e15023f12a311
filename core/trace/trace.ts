/**
 * Traces, if `OTEL_EXPORTER_OTLP_ENDPOINT` says where to send them. Otherwise this file loads nothing and does nothing,
 * so that bundles and cold starts are not affected.
 */
import { optional } from "../environment.ts";
import { log } from "../log.ts";
import type { Note, Step } from "./step.ts";

let tracing: typeof import("./open-telemetry.ts") | undefined;

const isOn = (): boolean => optional("OTEL_EXPORTER_OTLP_ENDPOINT") !== undefined;

/** Does the work as a step of a trace; if it throws, the step is marked as failed. */
export async function traced<T>(step: Step, work: (note: Note) => Promise<T>): Promise<T> {
  if (!isOn()) return work(() => {});
  tracing ??= await import("./open-telemetry.ts");
  return tracing.inStep(step, work);
}

/** Records finished steps of several traces, for work done for all of them at once. */
export async function tracedSince(startedAt: Date, steps: readonly Step[]): Promise<void> {
  if (!isOn() || steps.length === 0) return;
  tracing ??= await import("./open-telemetry.ts");
  for (const step of steps) tracing.record(step, startedAt);
}

/** The current step's `traceparent`, to be stored with work that others will continue; null without one. */
export const traceparent = (): string | null => tracing?.traceparent() ?? null;

/** Sends recorded traces. To be awaited where the process may be frozen next; it never throws. */
export async function sendTraces(): Promise<void> {
  await tracing?.send().catch((error: unknown) => log.warn("traces not sent", { error }));
}
