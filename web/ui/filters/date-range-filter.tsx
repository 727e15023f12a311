/** A date range: the usual ones with one click, any other by its dates. */
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../api/session.tsx";
import { type DateRange, dateRangeText, longRanges, recentRanges } from "../format/dates.ts";
import { CalendarIcon } from "../icons.ts";
import { FilterPopover } from "./filter-popover.tsx";

interface Props {
  readonly value: DateRange;
  readonly onChange: (range: Required<DateRange>) => void;
  /** For reports, which always need a range: offers the longer ranges too, and not "any date". */
  readonly always?: boolean;
}

export function DateRangeFilter({ value, onChange, always = false }: Props) {
  const { timeZone } = useSession().store;
  /** What was typed last, if its first date is later than its last: no list or report has such a range. */
  const [reversed, setReversed] = useState<DateRange | null>(null);
  const { from, to } = reversed ?? value;
  const isEmpty = !value.from && !value.to;
  const text = dateRangeText(value, timeZone);
  const type = (range: Required<DateRange>) => {
    const isReversed = Boolean(range.from && range.to && range.from > range.to);
    setReversed(isReversed ? range : null);
    if (!isReversed) onChange(range);
  };
  const choose = (range: Required<DateRange>, close: () => void) => {
    onChange(range);
    close();
  };
  return (
    <FilterPopover
      text={text}
      label={`Dates: ${text}`}
      isFiltering={!isEmpty}
      leftSection={<CalendarIcon size={14} />}
      onClose={() => setReversed(null)}
    >
      {(close) => (
        <Stack gap="xs">
          <Group gap={4} maw={260}>
            {[...recentRanges(timeZone), ...(always ? longRanges(timeZone) : [])].map(({ label, ...range }) => (
              <Button key={label} size="compact-sm" variant="light" onClick={() => choose(range, close)}>
                {label}
              </Button>
            ))}
          </Group>
          <Group gap="xs" wrap="nowrap" align="start">
            <DateField
              label="From"
              value={from}
              onChange={(first) => type({ from: first, to })}
              error={reversed && "Later than To."}
            />
            <DateField label="To" value={to} onChange={(last) => type({ from, to: last })} />
          </Group>
          {!isEmpty && !always && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => choose({ from: undefined, to: undefined }, close)}
            >
              Any date
            </Button>
          )}
        </Stack>
      )}
    </FilterPopover>
  );
}

interface DateFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (date: string | undefined) => void;
  readonly error?: string | null;
}

function DateField({ label, value = "", onChange, error = null }: DateFieldProps) {
  return (
    <TextInput
      size="xs"
      type="date"
      w={125}
      label={label}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
