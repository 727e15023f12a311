/** The names that a template uses, held against those that there are. */
import { analyzeSync, ForTag, type Template, Variable } from "liquidjs";
import type { Variables } from "#core/contract/message-variables";
import type { TemplateFault } from "#core/contract/template";

type Part = TemplateFault["part"];
type Shape = Variables[string];

/** What a name of the template's own may stand for: the items of each list that it loops over. Null: it may be anything. */
type Bound = Map<string, (Shape | null)[]>;

/** Of each name that there is not, where it stands and which is meant perhaps. */
export function unknownNames(part: Part, templates: Template[], variables: Variables): TemplateFault[] {
  const { variables: used } = analyzeSync(templates, { partials: false });
  const bound: Bound = new Map([["forloop", [null]]]);
  for (const [name, shape] of Object.entries(variables)) bound.set(name, [shape]);
  bind(bound, templates);
  return Object.values(used)
    .flat()
    .flatMap((variable) => faultIn(part, variable, bound) ?? []);
}

/** One of the things that a name stands for has to have what is asked of it. */
function faultIn(part: Part, variable: Variable, bound: Bound): TemplateFault | null {
  const [root = "", ...segments] = variable.segments;
  const shapes = bound.get(String(root));
  const missing = shapes ? shapes.map((shape) => missingIn(shape, segments)) : [{ at: 0, names: [...bound.keys()] }];
  const [fault] = missing;
  if (!fault || missing.includes(null)) return null;
  const said = variable.segments.slice(0, fault.at).map(String);
  const name = String(variable.segments[fault.at]);
  const near = nearest(name, fault.names);
  return {
    part,
    line: variable.location.row,
    column: variable.location.col,
    says: `There is no ${[...said, name].join(".")} in this message.`,
    suggestion: near === null ? null : [...said, near].join("."),
  };
}

interface Missing {
  /** Which part of the path there is not. */
  readonly at: number;
  readonly names: readonly string[];
}

/** The first part of a path that there is not; null when all of it is there, or may be. */
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

/** The names that the tags of a template make, the whole of it taken together. */
function bind(bound: Bound, templates: readonly Template[]): void {
  const add = (name: string, ...shapes: (Shape | null)[]) => bound.set(name, [...(bound.get(name) ?? []), ...shapes]);
  for (const template of templates) {
    for (const { content } of template.localScope?.() ?? []) add(content, null);
    if (template instanceof ForTag) add(template.variable, ...itemsOf(template, bound));
    bind(bound, template.children ? childrenOf(template) : []);
  }
}

/** Without partials a template has its children at once. */
function childrenOf(template: Template): Template[] {
  const first = template.children?.(false, true).next();
  return first?.done ? first.value : [];
}

/** What each of a loop's list is like; null where it is something that the template has made. */
function itemsOf(loop: ForTag, bound: Bound): (Shape | null)[] {
  const [root = "", ...path] = loop.collection.getText().split(".");
  return (bound.get(root) ?? [null]).map((shape) => {
    const list = path.reduce<Shape | null | undefined>((inside, name) => inside && childOf(inside, name), shape);
    return list && isList(list) ? list[0] : null;
  });
}

/** The name that differs least, if it differs by little. */
function nearest(name: string, names: readonly string[]): string | null {
  const [best] = names
    .map((other) => ({ other, away: distance(name.toLowerCase(), other.toLowerCase()) }))
    .toSorted((a, b) => a.away - b.away);
  return best && best.away <= Math.max(2, Math.floor(name.length / 2)) ? best.other : null;
}

/** How many letters must be changed, added or taken away. */
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
