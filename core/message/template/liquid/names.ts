/** Checks the names that a template uses against the known ones. */
import { analyzeSync, ForTag, type Template, Variable } from "liquidjs";
import type { TemplateFault } from "#core/contract/template";
import type { Variables } from "#core/contract/values/message-variables";

type Part = TemplateFault["part"];
type Shape = Variables[string];

/** What each name may refer to; for a loop variable, the items of each list it loops over. Null: anything. */
type Bound = Map<string, Set<Shape | null>>;

/** More are of no use to a person, and comparing each with the known names takes long. */
const faultsMax = 50;

/** The first unknown names, with their positions and suggestions. */
export function unknownNames(part: Part, templates: Template[], variables: Variables): TemplateFault[] {
  const { variables: used } = analyzeSync(templates, { partials: false });
  const bound: Bound = new Map([["forloop", new Set([null])]]);
  for (const [name, shape] of Object.entries(variables)) bound.set(name, new Set([shape]));
  bind(bound, templates);
  return Object.values(used)
    .flat()
    .toSorted(({ location: a }, { location: b }) => a.row - b.row || a.col - b.col)
    .values()
    .map((variable) => faultIn(part, variable, bound))
    .filter((fault) => fault !== null)
    .take(faultsMax)
    .toArray();
}

/** Not a fault if at least one of the things that the name may refer to has the path. */
function faultIn(part: Part, variable: Variable, bound: Bound): TemplateFault | null {
  const [root = "", ...segments] = variable.segments;
  const shapes = bound.get(String(root));
  const missing = shapes
    ? [...shapes].map((shape) => missingIn(shape, segments))
    : [{ at: 0, names: [...bound.keys()] }];
  const [fault] = missing;
  if (!fault || missing.includes(null)) return null;
  const known = variable.segments.slice(0, fault.at).map(String);
  const name = String(variable.segments[fault.at]);
  const near = nearest(name, fault.names);
  return {
    part,
    line: variable.location.row,
    column: variable.location.col,
    says: `There is no ${[...known, name].join(".")} in this message.`,
    suggestion: near === null ? null : [...known, near].join("."),
  };
}

interface Missing {
  /** The index of the missing segment in the path. */
  readonly at: number;
  readonly names: readonly string[];
}

/** The first missing segment of a path; null if all of it exists, or may exist. */
function missingIn(shape: Shape | null, segments: Variable["segments"]): Missing | null {
  let inside = shape;
  for (const [nth, segment] of segments.entries()) {
    if (inside === null || segment instanceof Variable || segment === "size") return null;
    const next = childOf(inside, String(segment));
    if (next === undefined) return { at: nth + 1, names: namesIn(inside) };
    inside = next;
  }
  return null;
}

function childOf(shape: Shape, name: string): Shape | undefined {
  if (typeof shape === "string") return undefined;
  if (isList(shape)) return ["first", "last"].includes(name) || /^-?\d+$/.test(name) ? shape[0] : undefined;
  return Object.hasOwn(shape, name) ? shape[name] : undefined;
}

const namesIn = (shape: Shape): string[] =>
  typeof shape === "string" ? [] : isList(shape) ? ["first", "last", "size"] : Object.keys(shape);

const isList = (shape: Shape): shape is readonly [Variables] => Array.isArray(shape);

/** Adds the names that the template's tags define, wherever in the template. */
function bind(bound: Bound, templates: readonly Template[]): void {
  const add = (name: string, ...shapes: (Shape | null)[]) => {
    const known = bound.get(name) ?? new Set();
    for (const shape of shapes) known.add(shape);
    bound.set(name, known);
  };
  for (const template of templates) {
    for (const { content } of template.localScope?.() ?? []) add(content, null);
    if (template instanceof ForTag) add(template.variable, ...itemsOf(template, bound));
    bind(bound, template.children ? childrenOf(template) : []);
  }
}

/** Without partials the children are available synchronously. */
export function childrenOf(template: Template): Template[] {
  const first = template.children?.(false, true).next();
  return first?.done ? first.value : [];
}

/** The shape of a loop's items, for each list it may be; null for values that the template has made. */
function itemsOf(loop: ForTag, bound: Bound): (Shape | null)[] {
  const [root = "", ...path] = loop.collection.getText().split(".");
  return [...(bound.get(root) ?? [null])].map((shape) => {
    const list = path.reduce<Shape | null | undefined>((inside, name) => inside && childOf(inside, name), shape);
    return list && isList(list) ? list[0] : null;
  });
}

/** The closest name, if it is close enough. */
function nearest(name: string, names: readonly string[]): string | null {
  const [best] = names
    .map((other) => ({ other, away: distance(name.toLowerCase(), other.toLowerCase()) }))
    .toSorted((a, b) => a.away - b.away);
  return best && best.away <= Math.max(2, Math.floor(name.length / 2)) ? best.other : null;
}

/** The edit distance: letters changed, added or removed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, nth) => nth);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
