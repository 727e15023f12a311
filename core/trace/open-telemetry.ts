/** Loaded by core/trace/trace.ts if traces are wanted: OpenTelemetry, configured by its own variables. */
import { type Context, context, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { optional } from "../environment.ts";
import type { Note, Step } from "./step.ts";

/** A slower collector is taken to be away: requests wait for it where their process is frozen afterwards. */
const sendMs = 1_000;
/** After a failure nothing is sent for this long, so that not every request waits for a collector that is away. */
const pauseMs = 60_000;

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const provider = new TracerProvider({
  resource: resourceFromAttributes({ "service.name": optional("OTEL_SERVICE_NAME") ?? "quartermaster" }),
  spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ timeoutMillis: sendMs }) })],
});
const tracer = provider.getTracer("quartermaster");

const kinds = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
} as const;

export function inStep<T>({ name, kind, parent, attributes = {} }: Step, work: (note: Note) => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, after(parent), async (span) => {
    try {
      return await work((more) => void span.setAttributes(more));
    } catch (error) {
      // Its text may contain personal data; the log has it, at the same time.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "thrown" });
      throw error;
    } finally {
      span.end();
    }
  });
}

export function record({ name, kind, parent, attributes = {} }: Step, startTime: Date): void {
  tracer.startSpan(name, { kind: kinds[kind], attributes, startTime }, after(parent)).end();
}

/** https://www.w3.org/TR/trace-context: version, trace, span, flags. */
const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

function after(parent: string | null | undefined): Context {
  const [, traceId, spanId, flags] = form.exec(parent ?? "") ?? [];
  if (!traceId || !spanId || !flags) return context.active();
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(context.active(), { traceId, spanId, traceFlags, isRemote: true });
}

export function traceparent(): string | null {
  const at = trace.getActiveSpan()?.spanContext();
  return at ? `00-${at.traceId}-${at.spanId}-0${at.traceFlags}` : null;
}

let pausedUntil = 0;

export async function send(): Promise<void> {
  if (Date.now() < pausedUntil) return;
  try {
    await provider.forceFlush({ timeoutMillis: sendMs });
  } catch (error) {
    pausedUntil = Date.now() + pauseMs;
    throw error;
  }
}
