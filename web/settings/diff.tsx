/** The fields of a change, one per row, with their values before and after. */
import { Text } from "@mantine/core";
import { fieldLabel } from "../ui/format/field-labels.ts";
import { type FormatValue, isEmptyValue, useFormatValue } from "../ui/format/field-values.tsx";
import tableClasses from "../ui/layout/plain-table.module.css";
import { ScrollRegion } from "../ui/layout/scroll-region.tsx";
import classes from "./settings.module.css";

type Values = Readonly<Record<string, unknown>> | null;

interface Props {
  readonly before: Values;
  readonly after: Values;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every value under its full path: `address.city`, `lines.1.quantity`. */
function flatten(value: unknown, name = ""): [string, unknown][] {
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.every((each) => typeof each !== "object" || each === null)
      ? []
      : value.map((each, index) => [String(index + 1), each])
    : isRecord(value)
      ? Object.entries(value)
      : [];
  if (entries.length === 0) return name ? [[name, value]] : [];
  return entries.flatMap(([key, each]) => flatten(each, name ? `${name}.${key}` : key));
}

/** The SKU and quantity of a price in a price list, if the value is one. */
const priceIn = (name: string): string | undefined => /^prices\.(.*)/.exec(name)?.[1];

export function Diff({ before, after }: Props) {
  const [old, current] = [new Map(flatten(before)), new Map(flatten(after))];
  const format = useFormatValue();
  const names = [...new Set([...old.keys(), ...current.keys()])];
  if (names.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No recorded field changed.
      </Text>
    );
  const both = old.size > 0 && current.size > 0;
  return (
    <ScrollRegion label="Changes">
      <table className={tableClasses["table"]}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {old.size > 0 && <th scope="col">Before</th>}
            {current.size > 0 && <th scope="col">{both ? "After" : "Value"}</th>}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{priceIn(name) ?? fieldLabel(name)}</th>
              {old.size > 0 && (
                <td>
                  {old.has(name) && (
                    <Value
                      name={name}
                      value={old.get(name)}
                      other={current.get(name)}
                      className="removed"
                      highlight={both}
                      format={format}
                    />
                  )}
                </td>
              )}
              {current.size > 0 && (
                <td>
                  {current.has(name) && (
                    <Value
                      name={name}
                      value={current.get(name)}
                      other={old.get(name)}
                      className="added"
                      highlight={both}
                      format={format}
                    />
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
  /** The value on the other side. */
  readonly other: unknown;
  readonly className: "removed" | "added";
  /** False if there is no other side: every value would be highlighted. */
  readonly highlight: boolean;
  readonly format: FormatValue;
}

function Value({ other, ...rest }: ValueProps) {
  const { value, highlight } = rest;
  // For a list, only the items that differ are shown, with the number of the others.
  if (Array.isArray(value)) {
    const others = Array.isArray(other) ? other : [];
    const changed = highlight ? value.filter((each) => !others.includes(each)) : value;
    const same = value.length - changed.length;
    return (
      <>
        {changed.map((each) => (
          <div key={String(each)}>
            <FormattedValue {...rest} value={each} />
          </div>
        ))}
        {same > 0 && (
          <Text size="xs" c="dimmed">
            {changed.length > 0 ? `and ${same} unchanged` : `${same} unchanged`}
          </Text>
        )}
        {value.length === 0 && <FormattedValue {...rest} />}
      </>
    );
  }
  return <FormattedValue {...rest} highlight={highlight && value !== other} />;
}

function FormattedValue({ className, highlight, name, value, format }: Omit<ValueProps, "other">) {
  if (isEmptyValue(value))
    return (
      <Text span size="sm" c="dimmed">
        none
      </Text>
    );
  return (
    <span className={highlight ? classes[className] : classes["wrapped"]}>
      {format(priceIn(name) ? "priceMinor" : name, value)}
    </span>
  );
}
