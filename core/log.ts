/** Structured log lines on standard output, one JSON object each. Never a secret, a password, a token or a body. */
import { optional } from "./environment.ts";

const levels = { DEBUG: 0, INFO: 1, WARN: 2, ERROR: 3, SILENT: 4 } as const;
type Level = keyof typeof levels;

const isLevel = (text: string): text is Level => Object.hasOwn(levels, text);
let chosen: Level | undefined;

const configured = (): string | undefined => optional("LOG_LEVEL")?.toUpperCase();

/** `LOG_LEVEL`, unless the program chose a level; INFO by default. */
function least(): number {
  const level = configured();
  return levels[chosen ?? (level && isLevel(level) ? level : "INFO")];
}

/** @throws a sentence if `LOG_LEVEL` is no level: a mistyped one would count as INFO. */
export function checkLogLevel(): void {
  const level = configured();
  if (level === undefined || isLevel(level)) return;
  const known = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(Object.keys(levels));
  throw new Error(`LOG_LEVEL is "${optional("LOG_LEVEL")}": give ${known}.`);
}

const writes =
  (level: Exclude<Level, "SILENT">) =>
  (message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    if (levels[level] < least()) return;
    const line = { level, message, timestamp: new Date().toISOString(), service: "quartermaster", ...fields };
    if ("error" in line) line.error = asError(line.error);
    process.stdout.write(`${JSON.stringify(line, readable)}\n`);
  };

export const log = {
  info: writes("INFO"),
  warn: writes("WARN"),
  error: writes("ERROR"),
  setLogLevel: (level: Level): void => {
    chosen = level;
  },
};

/** Anything can be thrown: a value that is not an error becomes one. */
const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

function readable(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (!(value instanceof Error)) return value;
  // Drizzle's message for a failed query ends with the parameters, which may contain names or a password's hash.
  const message = "query" in value && "params" in value ? `Failed query: ${value.query}` : value.message;
  const stack = value.stack?.replace(value.message, () => message);
  return { name: value.name, code: "code" in value ? value.code : undefined, message, stack, cause: value.cause };
}
