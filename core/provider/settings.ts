/** A provider's settings: one schema validates them, defines the form and marks the secrets. */
import * as z from "zod";

/** Every field is text, so that all providers share one form, one table and one way of sealing. */
export type Settings = Readonly<Record<string, string | undefined>>;

interface Hint {
  readonly label: string;
  /** `server` is a choice, or any URL that matches the pattern. */
  readonly kind: "text" | "secret" | "choice" | "server";
  readonly help?: string;
  /** The choices and their labels. */
  readonly options?: Readonly<Record<string, string>>;
  readonly pattern?: string;
  /** What the pattern asks for, in a sentence. */
  readonly shape?: string;
  /** Part of the address to which secrets are sent. */
  readonly leads?: true;
}

const hints = z.registry<Hint>();

interface How {
  /** Where to find the value, in a sentence. */
  readonly help?: string;
  /** Matches the whole value, with the `v` flag, as browsers compile it; and what it asks for, in a sentence. */
  readonly pattern?: readonly [pattern: RegExp, shape: string];
  /** Part of the address to which secrets are sent. */
  readonly leads?: true;
}

const lengthMax = 1_000;

const missing = "This field is required.";

/** A line of text. */
export const text = (label: string, how: How = {}) => field(label, "text", how, 1);

/** A line of text, stored sealed; only its end is shown. A shorter one would also be redacted from unrelated texts. */
export const secret = (label: string, how: How = {}) => field(label, "secret", how, 6);

function field(label: string, kind: "text" | "secret", { help, pattern, leads }: How, lengthMin: number) {
  const line = z
    .string(missing)
    .trim()
    .min(1, { error: missing, abort: true })
    .min(lengthMin, `At least ${lengthMin} characters.`)
    .max(lengthMax, "At most 1,000 characters.")
    .regex(/^[^\p{Cc}]*$/u, "One line without control characters.");
  const checked = pattern ? line.regex(...pattern) : line;
  const shown = { ...(help && { help }), ...(pattern && { pattern: pattern[0].source, shape: pattern[1] }) };
  return checked.register(hints, { label, kind, ...shown, ...(leads && { leads }) });
}

export const choice = <const Value extends string>(
  label: string,
  options: Readonly<Record<Value, string>>,
  help = "",
  { leads }: Pick<How, "leads"> = {},
) =>
  z
    .enum(Object.keys(options) as [Value, ...Value[]], `One of ${Object.keys(options).join(", ")}.`) // Object.keys loses the keys' type
    .register(hints, { label, kind: "choice", options, ...(help && { help }), ...(leads && { leads }) });

/** `https`, or plain HTTP to this machine; no query, user or trailing slash. */
const addresses =
  /^(?:https:\/\/[\w.\-]+(?::\d+)?|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?)(?:\/[\w.~%\-]+)*$/v;

const addressShape = "Enter an address that begins with https://, without a slash at the end.";

export const address = (label: string, { help }: Pick<How, "help"> = {}) =>
  field(label, "text", { ...(help && { help }), pattern: [addresses, addressShape], leads: true }, 1);

/** One of the provider's own servers by name, or the URL of a sandbox. */
export function server(options: Readonly<Record<string, string>>) {
  const names = Object.keys(options).join("|");
  const pattern = new RegExp(`^(?:${names})$|${addresses.source}`, "v");
  return z
    .string(missing)
    .trim()
    .max(lengthMax, "At most 1,000 characters.")
    .regex(pattern, `One of ${Object.keys(options).join(", ")}, or an address that begins with https://.`)
    .register(hints, {
      label: "Server",
      kind: "server",
      options,
      pattern: pattern.source,
      shape: addressShape,
      leads: true,
      help: "Or the URL of a sandbox, such as https://sandbox.example.com.",
    });
}

/** A form field. */
export interface FormField extends Hint {
  readonly name: string;
  readonly required: boolean;
}

/** The form's fields, in the order of the schema. */
export const formOf = (schema: z.ZodObject): FormField[] =>
  Object.entries(schema.shape).map(([name, type]) => ({ name, ...hintOf(name, type), required: !isOptional(type) }));

/** The names of the secret fields. */
export const secretNames = (schema: z.ZodObject): string[] =>
  formOf(schema)
    .filter(({ kind }) => kind === "secret")
    .map(({ name }) => name);

/** Whether secrets would be sent to a new address that is not one of the provider's own servers. */
export const changesHost = (schema: z.ZodObject, before: Settings, after: Settings): boolean =>
  formOf(schema).some(({ name, kind, leads, options = {} }) => {
    const isTheirs = kind === "server" && Object.hasOwn(options, after[name] ?? "");
    return leads && after[name] !== before[name] && after[name] !== undefined && !isTheirs;
  });

/** The values that must not be in any record, log line or answer. */
export const secretsIn = (schema: z.ZodObject, settings: Settings): string[] =>
  secretNames(schema).flatMap((name) => settings[name] ?? []);

/** As shown to staff: only the end of a secret, and nothing of a short one. */
export function shownSettings(schema: z.ZodObject, settings: Settings): Record<string, string> {
  const secrets = new Set(secretNames(schema));
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const ending = value.length >= endingFrom ? value.slice(-4) : "";
      return [[name, secrets.has(name) ? `…${ending}` : value]];
    }),
  );
}

/** Four characters would reveal too much of a shorter secret. */
const endingFrom = 12;

const isOptional = (type: z.core.$ZodType): boolean => type instanceof z.ZodOptional;

function hintOf(name: string, type: z.core.$ZodType): Hint {
  const hint = hints.get(type instanceof z.ZodOptional ? type.unwrap() : type);
  if (!hint)
    throw new Error(`The setting ${name} has no label: declare it with secret(), text(), choice() or server().`);
  return hint;
}
