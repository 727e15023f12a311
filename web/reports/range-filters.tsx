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
  /** Whether this report can stand beside the days before. */
  readonly comparable?: boolean;
}

/** The days that a report is about, and whether the days before stand beside them. */
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
