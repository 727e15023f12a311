import { useSession } from "../api/session.tsx";
import { type DateRange, recentRanges } from "../ui/format/dates.ts";
import { booleanParam, dateParam } from "../ui/url-state.ts";

/** The URL parameters of every report with a period. */
export const rangeParams = { from: dateParam, to: dateParam, compare: booleanParam };

/** The period in the URL, by default the last 30 days. */
export function useRange({ from, to }: DateRange): { readonly from: string; readonly to: string } {
  const { timeZone } = useSession().store;
  const month = recentRanges(timeZone).at(-1);
  if (from && to && from <= to) return { from, to };
  return { from: month?.from ?? "", to: month?.to ?? "" };
}
