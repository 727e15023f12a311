/** The parameters that a report declares: written {{name}} in its SQL. */
import { ActionIcon, Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import * as reportApi from "#core/contract/report";
import { TrashIcon } from "../../ui/icons.ts";

type Parameter = reportApi.QueryParameter;

interface Props {
  readonly parameters: readonly Parameter[];
  readonly onChange: (parameters: readonly Parameter[]) => void;
}

export function DeclaredParameters({ parameters, onChange }: Props) {
  const change = (at: number, patch: Partial<Parameter>) =>
    onChange(parameters.map((parameter, index) => (index === at ? { ...parameter, ...patch } : parameter)));
  return (
    <Stack gap="xs">
      {parameters.map((parameter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name changes with each key press
        <Group key={at} gap="xs" align="end">
          <TextInput
            size="xs"
            label="Name"
            description={`{{${parameter.name}}}`}
            value={parameter.name}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label="Label"
            value={parameter.label ?? ""}
            onChange={(event) => change(at, { label: event.currentTarget.value || undefined })}
          />
          <NativeSelect
            size="xs"
            label="Type"
            data={[...reportApi.parameterTypes]}
            value={parameter.type}
            onChange={(event) => {
              const type = reportApi.parameterTypes.find((one) => one === event.currentTarget.value);
              if (type) change(at, { type });
            }}
          />
          <TextInput
            size="xs"
            label="Default"
            value={parameter.default ?? ""}
            onChange={(event) => change(at, { default: event.currentTarget.value || null })}
          />
          <ActionIcon
            variant="default"
            aria-label={`Remove the parameter ${parameter.name}`}
            onClick={() => onChange(parameters.filter((_, index) => index !== at))}
          >
            <TrashIcon size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onChange([...parameters, { name: `value${parameters.length + 1}`, type: "text" }])}
        >
          Add a parameter
        </Button>
      </Group>
    </Stack>
  );
}
