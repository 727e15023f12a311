/** The names that a template uses, held against those that there are. */
import { analyzeSync, ForTag, type Template, Variable } from "liquidjs";
import type { Variables } from "#core/contract/message-variables";
import type { TemplateFault } from "#core/contract/template";

type Part = TemplateFault["part"];
type Shape = Variables[string];

/** Where a name of the template's own stands for something that we know: the item of a list. Null: it may be anything. */
type Bound = ReadonlyMap<string, Shape | null>;

/** Of each name that there is not, where it stands and which is meant perhaps. */
export function unknownNames(part: Part, templates: Template[], variables: Variables): TemplateFault[] {
  const { variables: used } = analyzeSync(templates, { partials: false });
  const bound = boundIn(templates, variables, new Map([["forloop", null]]));
  const shapes = { ...variables, ...Object.fromEntries(bound) };
  return Object.values(used)
    .flat()
    .flatMap((variable) => faultIn(part, variable, shapes));
}

function faultIn(part: Part, variable: Variable, shapes: Readonly<Record<string, Shape | null>>): TemplateFault[] {
  const said: string[] = [];
  let shape: Shape | null | undefined;
  let names = Object.keys(shapes);
  for (const [nth, segment] of variable.segments.entries()) {
    if (segment instanceof Variable) return [];
    const name = String(segment);
    if (nth === 0) shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    else if (typeof shape === "string" || !shape)
      return shape === null || name === "size" ? [] : [fault(said, name, [])];
    else if (isList(shape)) {
      if (["first", "last"].includes(name) || /^-?\d+$/.test(name)) shape = shape[0];
      else if (name === "size") return [];
      else shape = undefined;
      names = ["first", "last", "size"];
    } else {
      names = Object.keys(shape);
      shape = Object.hasOwn(shape, name) ? shape[name] : undefined;
    }
    if (shape === null) return [];
    if (shape === undefined) return [fault(said, name, names)];
    said.push(name);
  }
  return [];

  function fault(before: readonly string[], name: string, there: readonly string[]): TemplateFault {
    const near = nearest(name, there);
    return {
      part,
      line: variable.location.row,
      column: variable.location.col,
      says: `There is no ${[...before, name].join(".")} in this message.`,
      suggestion: near === null ? null : [...before, near].join("."),
    };
  }
}

const isList = (shape: Shape): shape is readonly [Variables] => Array.isArray(shape);

/** The names that tags of the template make, the whole of it taken together. */
function boundIn(templates: readonly Template[], variables: Variables, before: Bound): Bound {
  const bound = new Map(before);
  for (const template of templates) {
    for (const { content } of template.localScope?.() ?? []) bound.set(content, null);
    if (template instanceof ForTag) bound.set(template.variable, itemOf(template, variables, bound));
    const inside = template.children ? childrenOf(template) : [];
    for (const [name, shape] of boundIn(inside, variables, bound)) bound.set(name, shape);
  }
  return bound;
}

/** Without partials a template has its children at once. */
function childrenOf(template: Template): Template[] {
  const found = template.children?.(false, true);
  const first = found?.next();
  return first?.done ? first.value : [];
}

/** What each of a loop's list is like; null where it is something that the template has made. */
function itemOf(loop: ForTag, variables: Variables, bound: Bound): Shape | null {
  const path = loop.collection.getText().split(".");
  const [root = "", ...rest] = path;
  let shape: Shape | null | undefined = bound.get(root) ?? (Object.hasOwn(variables, root) ? variables[root] : null);
  for (const name of rest) {
    if (!shape || typeof shape === "string" || isList(shape)) return null;
    shape = Object.hasOwn(shape, name) ? shape[name] : null;
  }
  return shape && typeof shape !== "string" && isList(shape) ? shape[0] : null;
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
