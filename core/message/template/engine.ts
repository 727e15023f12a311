/**
 * Liquid as templates may use it: no files, no network, only the message's data; and limited in time, memory and
 * output, whatever the template contains.
 */
import vm from "node:vm";
import { CaptureTag, Context, Liquid, type LiquidOptions, type Template, toValueSync } from "liquidjs";
import { setApart } from "#core/contract/values/set-apart";
import { log } from "#core/log";
import { readAtOnce } from "./liquid/read-at-once.ts";

/**
 * How many parts of a template may be rendered, counting repetitions: an order of two hundred lines takes a quarter of
 * them. A count stops at the same place on every machine, within a tenth of a second on an idle one.
 */
const stepsMax = 20_000;
/**
 * The last limit, for the little that is not counted, such as one filter over a long text. Long enough for busy
 * machines.
 */
const withinMs = 1_000;
/** Total characters that a rendering may process, as counted by the library. */
const memoryMax = 2_000_000;
/** Mail programs truncate or reject longer ones. */
export const outputMax = 500_000;

/** Any other tag is refused as unknown when the template is parsed. */
const tagsKept = [
  ...[
    "assign",
    "break",
    "capture",
    "case",
    "comment",
    "continue",
    "cycle",
    "decrement",
    "for",
    "if",
    "increment",
    "raw",
  ],
  ...["unless", "#"],
];
/** `raw` would let a customer's name be HTML; the others reach the clock or the machine, or can run for very long. */
const filtersLeftOut = [
  ...["raw", "json", "jsonify", "inspect", "date", "date_to_xmlschema", "date_to_rfc822", "date_to_string"],
  ...["date_to_long_string", "base64_encode", "base64_decode", "sample", "shuffle"],
  ...["where_exp", "reject_exp", "group_by_exp", "has_exp", "find_exp", "find_index_exp"],
];

function engine(outputEscape?: LiquidOptions["outputEscape"]): Liquid {
  const liquid = new Liquid({
    ...(outputEscape && { outputEscape }),
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    templates: {},
    parseLimit: 100_000,
    memoryLimit: memoryMax,
  });
  for (const name of Object.keys(liquid.tags)) if (!tagsKept.includes(name)) delete liquid.tags[name];
  for (const name of filtersLeftOut) delete liquid.filters[name];
  return liquid;
}

/** What `capture` has made in a rendering: HTML, in which the values are escaped. */
const captured = new WeakMap<Context, Set<unknown>>();

class CaptureHtml extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    yield* super.render(context);
    const html = String(context.bottom()[this.variable]);
    context.memoryLimit.use(html.length);
    captured.set(context, (captured.get(context) ?? new Set()).add(html));
  }
}

/** Escapes every value once: here, or where the template itself does. */
function engineOfHtml(): Liquid {
  const liquid = engine(function (this: Rendering, value: unknown) {
    return captured.get(this.context)?.has(value) ? value : escapes.call(this, value);
  });
  const escapes = filterOf(liquid, "escape");
  const escapesOnce = filterOf(liquid, "escape_once");
  const breaks = filterOf(liquid, "newline_to_br");
  liquid.registerTag("capture", CaptureHtml);
  for (const name of ["escape", "xml_escape"]) liquid.registerFilter(name, { raw: true, handler: escapes });
  liquid.registerFilter("escape_once", { raw: true, handler: escapesOnce });
  liquid.registerFilter("newline_to_br", {
    raw: true,
    handler(text) {
      return breaks.call(this, escapesOnce.call(this, text));
    },
  });
  return liquid;
}

type Handler = Extract<Liquid["filters"][string], (...given: never[]) => unknown>;
type Rendering = ThisParameterType<Handler>;

function filterOf(liquid: Liquid, name: string): Handler {
  const filter = liquid.filters[name];
  if (typeof filter !== "function") throw new Error(`the library has no filter ${name}`);
  return filter;
}

/** `plain`: an email's body without HTML, in which a name in Arabic or Hebrew would move the amounts next to it. */
export type Markup = "html" | "plain" | "text";
const plain = engine((value) => (typeof value === "string" ? setApart(value) : value));
const engines: Readonly<Record<Markup, Liquid>> = { html: engineOfHtml(), plain, text: engine() };

/** The names of the filters, for the editor's suggestions. */
export const filterNames = (): string[] => Object.keys(engines.text.filters).toSorted();

let isBounded = false;

/** Stops anything that runs longer: a loop, a filter, a comparison of texts. @throws an Error that says so */
export function bounded<T>(work: () => T): T {
  if (isBounded) return work();
  let result: { readonly value: T } | undefined;
  context["work"] = () => {
    result = { value: work() };
  };
  isBounded = true;
  try {
    script.runInContext(context, { timeout: withinMs });
  } finally {
    isBounded = false;
  }
  if (!result) throw new Error("it did not finish");
  return result.value;
}

/**
 * Many pieces of work within one limit: a thread watches the clock, and starting it takes longer than rendering most
 * messages.
 * @returns the result of each; undefined for those that there was no time for.
 */
export function boundedTogether<T>(works: readonly (() => T)[]): (T | undefined)[] {
  const results: (T | undefined)[] = works.map(() => undefined);
  try {
    bounded(() => {
      for (const [nth, work] of works.entries()) results[nth] = work();
    });
  } catch (error) {
    log.warn("texts not rendered together, now one by one", { count: works.length, error });
  }
  return results;
}

/** Templates do not run as JavaScript here: the context is needed because Node can stop a script in one. */
const context = vm.createContext({ work: () => {} });
const script = new vm.Script("work()");

/** @throws the library's error for invalid templates */
export const parsed = (source: string, markup: Markup): Template[] =>
  bounded(() => readAtOnce(engines[markup].parse(source)));

/** Values are escaped in HTML. @throws an Error whose message says what is wrong with the template or its size. */
export function rendered(templates: Template[], markup: Markup, scope: object): string {
  const liquid = engines[markup];
  return bounded(() => {
    const within = new Context(scope, liquid.options, { sync: true });
    let steps = 0;
    // The library calls this before each part to check the clock; here it counts the parts.
    within.renderLimit.check = () => {
      steps++;
      if (steps > stepsMax) throw new Error(`more than ${stepsMax} steps are needed`);
    };
    const text: unknown = toValueSync(liquid.renderer.renderTemplates(templates, within, boundedEmitter()));
    return String(text);
  });
}

/** Throws beyond `outputMax`. */
function boundedEmitter() {
  return {
    buffer: "",
    write(html: unknown) {
      this.buffer += html === null || html === undefined ? "" : String(html);
      if (this.buffer.length > outputMax) throw new Error(`more than ${outputMax} characters come out of it`);
    },
  };
}

/** Parsed templates by source, because most are used many times. */
const kept: Readonly<Record<Markup, Map<string, Template[]>>> = { html: new Map(), plain: new Map(), text: new Map() };
const keptMax = 100;

/** Like `parsed`, but once for each source. */
export function parsedOnce(source: string, markup: Markup): Template[] {
  const known = kept[markup].get(source);
  if (known) return known;
  if (kept[markup].size >= keptMax) kept[markup].clear();
  const made = parsed(source, markup);
  kept[markup].set(source, made);
  return made;
}
