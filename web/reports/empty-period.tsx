import { Button } from "@mantine/core";
import { useSession } from "../api/session.tsx";
import { type DateRange, longRanges } from "../ui/format/dates.ts";
import { EmptyState } from "../ui/layout/page.tsx";
import { SecondaryLink } from "../ui/links/links.tsx";

interface Props {
  /** The subject of the report, in the plural. */
  readonly of: string;
  readonly range: Required<DateRange>;
  readonly onChange: (range: Required<DateRange>) => void;
}

/** For a report without data in its period: offers a longer one. */
export function EmptyPeriod({ of, range, onChange }: Props) {
  const { timeZone } = useSession().store;
  const year = longRanges(timeZone).at(-1);
  const isYear = range.from === year?.from && range.to === year?.to;
  return (
    <EmptyState
      title={`No ${of} in this period`}
      action={
        year && !isYear ? (
          <Button variant="default" onClick={() => onChange({ from: year.from, to: year.to })}>
            Show the {year.label.toLowerCase()}
          </Button>
        ) : (
          <SecondaryLink to="/orders">See all orders</SecondaryLink>
        )
      }
    >
      {isYear
        ? "This report is based on your orders. See them in the list of orders."
        : "Choose other dates above, or a longer period."}
    </EmptyState>
  );
}
