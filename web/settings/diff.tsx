/** What a change changed, field by field: what was there, and what came. */
import { Text } from "@mantine/core";
import { type FormatValue, fieldLabel, isEmptyValue, useFormatValue } from "../ui/format/field-values.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import classes from "./settings.module.css";

type Values = Readonly<Record<string, unknown>> | null;

interface Props {
  readonly before: Values;
  readonly after: Values;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Each value under its whole name: `address.city`, `lines.0.quantity`. */
function flat(value: unknown, name = ""): [string, unknown][] {
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.every((each) => typeof each !== "object" || each === null)
      ? []
      : value.map((each, index) => [String(index + 1), each])
    : isRecord(value)
      ? Object.entries(value)
      : [];
  if (entries.length === 0) return name ? [[name, value]] : [];
  return entries.flatMap(([key, each]) => flat(each, name ? `${name}.${key}` : key));
}

export function Diff({ before, after }: Props) {
  const [was, is] = [new Map(flat(before)), new Map(flat(after))];
  const told = useFormatValue();
  const names = [...new Set([...was.keys(), ...is.keys()])];
  if (names.length === 0)
    return (
      <Text size="sm" c="dimmed">
        It changed no field that is kept here.
      </Text>
    );
  const both = was.size > 0 && is.size > 0;
  return (
    <ScrollRegion label="What changed">
      <table className={classes["facts"]}>
        <thead>
          <tr>
            <th scope="col">What</th>
            {was.size > 0 && <th scope="col">Before</th>}
            {is.size > 0 && <th scope="col">{both ? "After" : "Made with"}</th>}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{fieldLabel(name)}</th>
              {was.size > 0 && (
                <td>
                  {was.has(name) && (
                    <Value name={name} value={was.get(name)} other={is.get(name)} look="gone" marks={both} told={told} />
                  )}
                </td>
              )}
              {is.size > 0 && (
                <td>
                  {is.has(name) && (
                    <Value name={name} value={is.get(name)} other={was.get(name)} look="came" marks={both} told={told} />
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface ValueProps {
  readonly name: string;
  readonly value: unknown;
  readonly other: unknown;
  readonly look: "gone" | "came";
  /** Without another side everything would be marked, which marks nothing. */
  readonly marks: boolean;
  readonly told: FormatValue;
}

function Value({ other, ...rest }: ValueProps) {
  const { value, marks } = rest;
  // A list says what went and what came; the rest of it is the same on both sides.
  if (Array.isArray(value)) {
    const others = Array.isArray(other) ? other : [];
    const changed = marks ? value.filter((each) => !others.includes(each)) : value;
    const same = value.length - changed.length;
    return (
      <>
        {changed.map((each) => (
          <div key={String(each)}>
            <Mark {...rest} value={each} />
          </div>
        ))}
        {same > 0 && (
          <Text size="xs" c="dimmed">
            {changed.length > 0 ? `and ${same} as before` : `${same} as before`}
          </Text>
        )}
        {value.length === 0 && <Mark {...rest} />}
      </>
    );
  }
  return <Mark {...rest} marks={marks && value !== other} />;
}

function Mark({ look, marks, name, value, told }: Omit<ValueProps, "other">) {
  if (isEmptyValue(value))
    return (
      <Text span size="sm" c="dimmed">
        none
      </Text>
    );
  return <span className={marks ? classes[look] : classes["wrapped"]}>{told(name, value)}</span>;
}
