/**
 * Liquid, as far as templates may use it: no files, no network, nothing but what a message is about; and bounded, whatever
 * somebody has typed, in time, memory and output.
 */
import vm from "node:vm";
import { Context, Liquid, type Template, toValueSync } from "liquidjs";
import { log } from "#core/log";

/**
 * How many parts of a template may be written, each counted as often as it is: an order of two hundred lines takes a quarter
 * of them. What is counted ends at the same place on every machine, within a tenth of a second on a quiet one.
 */
const stepsMax = 20_000;
/** The last bound, for the little that nobody counts, such as one filter over a long text. A busy machine stops nothing good. */
const withinMs = 1_000;
/** Characters that a rendering works on in all, as the library counts them. */
const memoryMax = 2_000_000;
/** Mail programs cut longer ones, or refuse them. */
export const outputMax = 500_000;

/** Anything of this is refused as unknown when it is read. */
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
/** `raw` would let a customer's name be HTML; the others reach the clock, the machine, or work for very long. */
const filtersLeftOut = [
  ...["raw", "json", "jsonify", "inspect", "date", "date_to_xmlschema", "date_to_rfc822", "date_to_string"],
  ...["date_to_long_string", "base64_encode", "base64_decode", "sample", "shuffle"],
  ...["where_exp", "reject_exp", "group_by_exp", "has_exp", "find_exp", "find_index_exp"],
];

function engine(outputEscape: "escape" | undefined): Liquid {
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

export type Markup = "html" | "text";
const engines: Readonly<Record<Markup, Liquid>> = { html: engine("escape"), text: engine(undefined) };

/** The names that may stand after a bar, for whoever offers them. */
export const filterNames = (): string[] => Object.keys(engines.text.filters).toSorted();

let isBounded = false;

/** Stops whatever runs longer: one loop, one filter, one comparison of texts. @throws an Error that says so */
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
  if (!result) throw new Error("it did not come to an end");
  return result.value;
}

/**
 * Many works within one bound: it is a thread that watches the clock, and to start that takes longer than to write most
 * messages out.
 * @returns what each came to; nothing for those that the time was too short for.
 */
export function boundedTogether<T>(works: readonly (() => T)[]): (T | undefined)[] {
  const results: (T | undefined)[] = works.map(() => undefined);
  try {
    bounded(() => {
      for (const [nth, work] of works.entries()) results[nth] = work();
    });
  } catch (error) {
    log.warn("texts not written together, now each by itself", { count: works.length, error });
  }
  return results;
}

/** Nothing of a template runs in here as a program: a script in a context is what Node can stop. */
const context = vm.createContext({ work: () => {} });
const script = new vm.Script("work()");

/** @throws what the library throws for what it does not understand */
export const parsed = (source: string, markup: Markup): Template[] => bounded(() => engines[markup].parse(source));

/** In HTML, values come out as text. @throws an Error whose message says what is wrong with the template, or with its size. */
export function rendered(templates: Template[], markup: Markup, scope: object): string {
  const liquid = engines[markup];
  return bounded(() => {
    const within = new Context(scope, liquid.options, { sync: true });
    let steps = 0;
    // The library asks it before each part, to look at the clock; here the parts themselves are counted.
    within.renderLimit.check = () => {
      steps++;
      if (steps > stepsMax) throw new Error(`more than ${stepsMax} steps are needed`);
    };
    const text: unknown = toValueSync(liquid.renderer.renderTemplates(templates, within, boundedEmitter()));
    return String(text);
  });
}

/** Takes so much and no more. */
function boundedEmitter() {
  return {
    buffer: "",
    write(html: unknown) {
      this.buffer += html === null || html === undefined ? "" : String(html);
      if (this.buffer.length > outputMax) throw new Error(`more than ${outputMax} characters come out of it`);
    },
  };
}

/** A template's source as it is kept while it is used again and again. */
const kept = new Map<string, Template[]>();
const keptMax = 200;

/** As `parsed`, but once for each source. */
export function parsedOnce(source: string, markup: Markup): Template[] {
  const name = `${markup} ${source}`;
  const known = kept.get(name);
  if (known) return known;
  if (kept.size >= keptMax) kept.clear();
  const made = parsed(source, markup);
  kept.set(name, made);
  return made;
}
