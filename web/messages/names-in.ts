/** The names that a template can use, as they are typed. */

export interface OfferedName {
  readonly path: string;
  readonly says: string;
}

/** The fields of list items are listed under the name that a loop usually gives an item. */
export function namesIn(variables: Readonly<Record<string, unknown>>, before = ""): OfferedName[] {
  return Object.entries(variables).flatMap(([name, inside]) => {
    const path = `${before}${name}`;
    if (typeof inside === "string") return [{ path, says: inside }];
    if (Array.isArray(inside)) {
      const [item]: unknown[] = inside;
      const each = isRecord(item) ? namesIn(item, `${singular(name)}.`) : [];
      return [{ path, says: `A list: {% for ${singular(name)} in ${path} %}` }, ...each];
    }
    return isRecord(inside) ? namesIn(inside, `${path}.`) : [];
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const singular = (name: string): string => (name.endsWith("s") && name !== "address" ? name.slice(0, -1) : "line");
