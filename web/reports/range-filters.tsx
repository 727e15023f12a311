import { DateRangeFilter } from "../ui/filters/date-range-filter.tsx";
import { CheckboxFilter } from "../ui/filters/filters.tsx";
import type { DateRange } from "../ui/format/dates.ts";

interface Props {
  readonly range: DateRange;
  readonly compare?: boolean | undefined;
  readonly onChange: (patch: {
    from?: string | undefined;
    to?: string | undefined;
    compare?: true | undefined;
  }) => void;
  /** Whether this report can be compared with the previous period. */
  readonly comparable?: boolean;
}

/** The period of a report, and whether it is compared with the previous one. */
export function RangeFilters({ range, compare, onChange, comparable = true }: Props) {
  return (
    <>
      <DateRangeFilter always value={range} onChange={({ from, to }) => onChange({ from, to })} />
      {comparable && (
        <CheckboxFilter
          label="Compare with the previous period"
          value={compare}
          onChange={(on) => onChange({ compare: on })}
        />
      )}
    </>
  );
}
