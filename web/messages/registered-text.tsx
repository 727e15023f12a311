/**
 * An SMS text registered with the operators, such as with DLT in India: its id, its text, and the values for its gaps.
 */
import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { Template } from "./types.ts";

type Registered = Template["source"]["registered"];

interface Props {
  readonly value: Registered;
  readonly isReadOnly: boolean;
  readonly onChange: (value: Registered) => void;
}

const gap = "{#var#}";

/** Whether it is complete or empty: a partial one can be neither saved nor tested. */
export const isWhole = (value: Registered): boolean =>
  !value ||
  (value.id !== "" && value.text.trim() !== "" && value.names.every((name) => /^[A-Za-z]\w{0,39}$/.test(name)));

/** A name for each gap: the existing names, then the sender's default names. */
const namesFor = (text: string, names: readonly string[]): string[] =>
  Array.from({ length: text.split(gap).length - 1 }, (_, nth) => names[nth] ?? `VAR${nth + 1}`);

export function RegisteredText({ value, isReadOnly, onChange }: Props) {
  if (!value) {
    if (isReadOnly) return null;
    return (
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => onChange({ id: "", text: "", names: [] })}>
          Add a registered text
        </Button>
        <Text size="xs" c="dimmed">
          Needed for MSG91, which sends only registered texts (DLT in India).
        </Text>
      </Group>
    );
  }
  const { id, text, names } = value;
  return (
    <Stack gap="sm" component="fieldset" p={0} m={0} bd={0}>
      <Group justify="space-between">
        <Text component="legend" size="sm" fw={600}>
          Registered text
        </Text>
        {!isReadOnly && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </Group>
      <TextInput
        label="Template ID at the sender"
        description="MSG91 ties it to the DLT template and to the sender ID that was approved."
        value={id}
        readOnly={isReadOnly}
        onChange={(event) => onChange({ ...value, id: event.currentTarget.value.trim() })}
      />
      <Textarea
        label="Registered wording"
        description={`Write ${gap} for each variable. Messages that do not match this text are not sent; the message shows where it differs.`}
        autosize
        minRows={2}
        value={text}
        readOnly={isReadOnly}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          onChange({ ...value, text: typed, names: namesFor(typed, names) });
        }}
      />
      {names.length > 0 && (
        <Group gap="xs">
          {names.map((name, nth) => (
            <TextInput
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified by its position, as its name is being typed
              key={nth}
              size="xs"
              w={120}
              label={`Gap ${nth + 1}`}
              value={name}
              readOnly={isReadOnly}
              onChange={(event) => onChange({ ...value, names: names.with(nth, event.currentTarget.value.trim()) })}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}
