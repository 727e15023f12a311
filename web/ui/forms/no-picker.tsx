import { Text } from "@mantine/core";
import { labelOf, type Right } from "#core/contract/values/rights";

interface Props {
  /** What the field is for: "Add an item". */
  readonly label: string;
  /** What it would look up: "items". */
  readonly items: string;
  readonly right: Right;
}

/** In the place of a search field, for users whose role may not see what it finds. */
export function NoPicker({ label, items, right }: Props) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Text size="sm">
        Your role may not look up {items}: that needs the right “{labelOf(right)}”. Ask an owner of the store if you
        should have it.
      </Text>
    </div>
  );
}
