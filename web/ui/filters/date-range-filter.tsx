/** From which day to which: the days that are asked for most by one press, any others by their dates. */
import { Button, Group, Popover, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCalendar } from "@tabler/icons-react";
import { useSession } from "../../api/session.tsx";
import { type Days, daysText, recentDays } from "../format/dates.ts";

interface Props {
  readonly value: Days;
  readonly onChange: (days: Required<Days>) => void;
}

export function DaysFilter({ value: { from, to }, onChange }: Props) {
  const { timeZone } = useSession().store;
  const [opened, { toggle, close }] = useDisclosure(false);
  const any = !from && !to;
  const choose = (days: Required<Days>) => {
    onChange(days);
    close();
  };
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          fw={any ? 400 : 600}
          leftSection={<IconCalendar size={14} />}
          onClick={toggle}
          aria-label={`Days: ${daysText({ from, to }, timeZone)}`}
        >
          {daysText({ from, to }, timeZone)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Group gap={4} maw={260}>
            {recentDays(timeZone).map(({ name, ...days }) => (
              <Button key={name} size="compact-sm" variant="light" onClick={() => choose(days)}>
                {name}
              </Button>
            ))}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Day label="From" value={from} onChange={(first) => onChange({ from: first, to })} />
            <Day label="To" value={to} onChange={(last) => onChange({ from, to: last })} />
          </Group>
          {!any && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => choose({ from: undefined, to: undefined })}
            >
              Any day
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

function Day({ label, value = "", onChange }: DayProps) {
  return (
    <TextInput
      size="xs"
      type="date"
      w={125}
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
