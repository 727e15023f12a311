/** A field for each parameter of a report, by its type. */
import { Group, NativeSelect, TextInput } from "@mantine/core";
import type * as reportApi from "#core/contract/report";

type Parameter = reportApi.QueryParameter;

interface Props {
  readonly parameters: readonly Parameter[];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
  /** The store's errors, by parameter. */
  readonly errors: Readonly<Record<string, string>>;
}

export function ParameterFields({ parameters, values, onChange, errors }: Props) {
  if (parameters.length === 0) return null;
  const change = (name: string, value: string) => onChange({ ...values, [name]: value });
  return (
    <Group gap="sm" align="start">
      {parameters.map(({ name, label, type, default: otherwise }) => {
        const shared = { label: label ?? name, error: errors[name], size: "xs" } as const;
        const value = values[name] ?? otherwise ?? "";
        return type === "boolean" ? (
          <NativeSelect
            key={name}
            {...shared}
            value={value}
            data={[
              { value: "", label: "–" },
              { value: "true", label: "Yes" },
              { value: "false", label: "No" },
            ]}
            onChange={(event) => change(name, event.currentTarget.value)}
          />
        ) : (
          <TextInput
            key={name}
            {...shared}
            type={type === "date" ? "date" : "text"}
            {...(type === "number" && { inputMode: "decimal" as const })}
            value={value}
            onChange={(event) => change(name, event.currentTarget.value)}
          />
        );
      })}
    </Group>
  );
}
