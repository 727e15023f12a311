/** Which events an endpoint hears: single ones, everything of a kind, or everything. */
import { Alert, Checkbox, Code, Input, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { eventNames, patternsOf } from "#core/contract/events";
import { eventWords } from "./labels.ts";

interface Props {
  readonly value: readonly string[];
  readonly onChange: (patterns: string[]) => void;
  readonly error?: ReactNode;
}

const kinds = [...Map.groupBy(eventNames, (name) => name.split(".")[0] ?? "")];
const kindWords: Readonly<Record<string, string>> = {
  order: "Orders",
  cart: "Baskets",
  product: "Products",
  collection: "Collections",
};

const revealing = patternsOf("cart.abandoned");

const warning = (
  <Alert color="orange" icon={<IconAlertTriangle />} title="This holds baskets' keys" role="alert">
    <Code>cart.abandoned</Code> carries the basket's token, which opens that basket like a password, and the shopper's
    e-mail address. Send it only to a receiver that you trust with both.
  </Alert>
);

export function PatternPicker({ value, onChange, error }: Props) {
  const label = useId();
  const all = value.includes("*");
  const has = (pattern: string) => value.includes(pattern);
  /** What a wider one covers is not named beside it. */
  const toggle = (pattern: string, on: boolean, covers: readonly string[] = []) =>
    onChange(
      on ? [...value.filter((each) => !covers.includes(each)), pattern] : value.filter((each) => each !== pattern),
    );
  return (
    <Stack gap="sm" role="group" aria-labelledby={label}>
      <Input.Label id={label} component="div">
        Events
      </Input.Label>
      <Checkbox
        label={
          <>
            Everything <Code>*</Code>
          </>
        }
        description="Events that are added later come too."
        checked={all}
        onChange={(event) => onChange(event.currentTarget.checked ? ["*"] : [])}
      />
      {all && warning}
      {kinds.map(([kind, names]) => {
        const whole = has(`${kind}.*`);
        return (
          <Stack key={kind} gap={6}>
            <Checkbox
              label={
                <>
                  {kindWords[kind] ?? kind}, everything <Code>{kind}.*</Code>
                </>
              }
              checked={all || whole}
              disabled={all}
              indeterminate={!all && !whole && names.some(has)}
              onChange={(event) => toggle(`${kind}.*`, event.currentTarget.checked, names)}
            />
            {names.map((name) => (
              <Checkbox
                key={name}
                ml={26}
                size="xs"
                label={
                  <>
                    <Code>{name}</Code>{" "}
                    <Text span inherit c="dimmed">
                      {eventWords[name]}
                    </Text>
                  </>
                }
                checked={all || whole || has(name)}
                disabled={all || whole}
                onChange={(event) => toggle(name, event.currentTarget.checked)}
              />
            ))}
            {!all && kind === "cart" && revealing.some(has) && warning}
          </Stack>
        );
      })}
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}
