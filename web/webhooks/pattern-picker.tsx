/** Selects the events of an endpoint: single events, all of a group, or all. */
import { Alert, Checkbox, Code, Input, Stack, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { eventNames, patternsOf } from "#core/contract/values/events";
import { TriangleAlertIcon } from "../ui/icons.ts";
import { eventDescriptions } from "./labels.ts";

interface Props {
  readonly value: readonly string[];
  readonly onChange: (patterns: string[]) => void;
  readonly error?: ReactNode;
}

const eventGroups = [...Map.groupBy(eventNames, (name) => name.split(".")[0] ?? "")];
const groupLabels: Readonly<Record<string, string>> = {
  order: "Orders",
  cart: "Carts",
  product: "Products",
  collection: "Collections",
};

const cartPatterns = patternsOf("cart.abandoned");

const cartWarning = (
  <Alert color="orange" icon={<TriangleAlertIcon />} title="This event contains sensitive data" role="alert">
    <Code>cart.abandoned</Code> contains the token of the cart, which gives access to that cart like a password, and the
    customer's email address. Send it only to a receiver that you trust.
  </Alert>
);

export function PatternPicker({ value, onChange, error }: Props) {
  const labelId = useId();
  const hasAll = value.includes("*");
  const has = (pattern: string) => value.includes(pattern);
  /** Selecting a pattern removes the narrower ones that it covers. */
  const toggle = (pattern: string, on: boolean, covers: readonly string[] = []) =>
    onChange(
      on ? [...value.filter((other) => !covers.includes(other)), pattern] : value.filter((other) => other !== pattern),
    );
  return (
    <Stack gap="sm" role="group" aria-labelledby={labelId}>
      <Input.Label id={labelId} component="div">
        Events
      </Input.Label>
      <Checkbox
        label={
          <>
            All events <Code>*</Code>
          </>
        }
        description="Including events that are added in later versions."
        checked={hasAll}
        onChange={(event) => onChange(event.currentTarget.checked ? ["*"] : [])}
      />
      {hasAll && cartWarning}
      {eventGroups.map(([group, names]) => {
        const hasGroup = has(`${group}.*`);
        return (
          <Stack key={group} gap={6}>
            <Checkbox
              label={
                <>
                  {groupLabels[group] ?? group}: all events <Code>{group}.*</Code>
                </>
              }
              checked={hasAll || hasGroup}
              disabled={hasAll}
              indeterminate={!hasAll && !hasGroup && names.some(has)}
              onChange={(event) => toggle(`${group}.*`, event.currentTarget.checked, names)}
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
                      {eventDescriptions[name]}
                    </Text>
                  </>
                }
                checked={hasAll || hasGroup || has(name)}
                disabled={hasAll || hasGroup}
                onChange={(event) => toggle(name, event.currentTarget.checked)}
              />
            ))}
            {!hasAll && group === "cart" && cartPatterns.some(has) && cartWarning}
          </Stack>
        );
      })}
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}
