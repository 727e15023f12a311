import { useSession } from "../api/session.tsx";
import { type DateRange, recentRanges } from "../ui/format/dates.ts";
import { booleanParam, dateParam } from "../ui/url-state.ts";

/** What every report about days has in its URL. */
export const rangeParams = { from: dateParam, to: dateParam, compare: booleanParam };

/** The days of the URL, else the last 30. */
export function useRange({ from, to }: DateRange): { readonly from: string; readonly to: string } {
  const { timeZone } = useSession().store;
  const month = recentRanges(timeZone).at(-1);
  if (from && to && from <= to) return { from, to };
  return { from: month?.from ?? "", to: month?.to ?? "" };
}
