/** A date range: the usual ones with one click, any other by its dates. */
import { Button, Group, Popover, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useSession } from "../../api/session.tsx";
import { type DateRange, dateRangeText, longRanges, recentRanges } from "../format/dates.ts";
import { CalendarIcon } from "../icons.ts";

interface Props {
  readonly value: DateRange;
  readonly onChange: (range: Required<DateRange>) => void;
  /** For reports, which always need a range: offers the longer ranges too, and not "any date". */
  readonly always?: boolean;
}

export function DateRangeFilter({ value: { from, to }, onChange, always = false }: Props) {
  const { timeZone } = useSession().store;
  const [opened, { toggle, close }] = useDisclosure(false);
  const isEmpty = !from && !to;
  const text = dateRangeText({ from, to }, timeZone);
  const choose = (range: Required<DateRange>) => {
    onChange(range);
    close();
  };
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          fw={isEmpty ? 400 : 600}
          leftSection={<CalendarIcon size={14} />}
          onClick={toggle}
          aria-label={`Dates: ${text}`}
        >
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Group gap={4} maw={260}>
            {[...recentRanges(timeZone), ...(always ? longRanges(timeZone) : [])].map(({ label, ...range }) => (
              <Button key={label} size="compact-sm" variant="light" onClick={() => choose(range)}>
                {label}
              </Button>
            ))}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <DateField label="From" value={from} onChange={(first) => onChange({ from: first, to })} />
            <DateField label="To" value={to} onChange={(last) => onChange({ from, to: last })} />
          </Group>
          {!isEmpty && !always && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => choose({ from: undefined, to: undefined })}
            >
              Any date
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface DateFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (date: string | undefined) => void;
}

function DateField({ label, value = "", onChange }: DateFieldProps) {
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
