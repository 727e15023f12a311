import type * as z from "zod";

interface Rule<Name extends string> {
  /** Values of the field. */
  readonly is: readonly (string | boolean)[];
  /** Fields required with those values. */
  readonly needs?: readonly Name[];
  /** Fields not allowed with them. */
  readonly without?: readonly Name[];
  /** Fields allowed with them only together with another one. */
  readonly onlyWith?: Readonly<Partial<Record<Name, Name>>>;
  /** The one value that another field may have with them. */
  readonly fixes?: Readonly<Partial<Record<Name, string>>>;
}

/**
 * A rule between the fields of an object: which fields go with which values of one of them. Requests are checked by it,
 * and the OpenAPI document has it as `if` and `then`.
 */
export function byValueOf<Input extends z.ZodObject>(
  input: Input,
  field: keyof Input["shape"] & string,
  rules: readonly Rule<keyof Input["shape"] & string>[],
): Input {
  const standard = input.shape[field]?.safeParse(undefined);
  const earlier = (input.meta()?.allOf ?? []) as readonly unknown[]; // of rules by another field
  return input
    .check(({ value, issues }) => {
      const rule = rules.find(({ is }) => is.some((one) => one === value[field]));
      const when = `when ${field} is ${value[field]}`;
      const refuse = (name: string, message: string) =>
        issues.push({ code: "custom", path: [name], message, input: value });
      for (const name of rule?.needs ?? []) if (value[name] === undefined) refuse(name, `needed ${when}`);
      for (const name of rule?.without ?? []) if (value[name] !== undefined) refuse(name, `not allowed ${when}`);
      for (const [name, other] of Object.entries<string | undefined>(rule?.onlyWith ?? {}))
        if (other !== undefined && value[name] !== undefined && value[other] === undefined)
          refuse(other, `needed with ${name} ${when}`);
      for (const [name, only] of Object.entries<string | undefined>(rule?.fixes ?? {}))
        if (value[name] !== only) refuse(name, `must be ${only} ${when}`);
    })
    .meta({
      allOf: [
        ...earlier,
        ...rules.map(({ is, needs = [], without = [], onlyWith, fixes = {} }) => ({
          // A field that is left out has its default.
          if: {
            properties: { [field]: { enum: is } },
            required: is.some((one) => one === standard?.data) ? [] : [field],
          },
          // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's word
          then: {
            required: needs,
            properties: {
              ...Object.fromEntries(without.map((name) => [name, false])),
              ...Object.fromEntries(Object.entries(fixes).map(([name, only]) => [name, { const: only }])),
            },
            ...(onlyWith && {
              dependentRequired: Object.fromEntries(Object.entries(onlyWith).map(([name, other]) => [name, [other]])),
            }),
          },
        })),
      ],
    });
}
