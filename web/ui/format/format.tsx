/**
 * Money, times (in the store's time zone) and counts in readable form. They are plain elements, because a list of 200
 * rows has hundreds of them.
 */
import type { Money } from "#core/contract/kit/fields";
import { useSession } from "../../api/session.tsx";
import { dateTimeFormat, dateTimeText } from "./dates.ts";
import classes from "./format.module.css";
import { locale } from "./locale.ts";
import { moneyText } from "./money.ts";

const classesOf = (...names: (string | false)[]) => names.flatMap((name) => (name ? [classes[name]] : [])).join(" ");

export function Amount({ value, dimmed = false }: { value: Money | null; dimmed?: boolean }) {
  return <span className={classesOf("amount", dimmed && "dimmed")}>{value ? moneyText(value) : "–"}</span>;
}

interface DateTimeProps {
  readonly value: string | null;
  readonly dimmed?: boolean;
  /** For the middle of a sentence: "today", not "Today". */
  readonly inSentence?: boolean;
}

/** A time in short form; the full date and time on hover. */
export function DateTime({ value, dimmed = false, inSentence = false }: DateTimeProps) {
  const { timeZone } = useSession().store;
  if (value === null) return <>–</>;
  const full = dateTimeFormat(locale(), { timeZone, dateStyle: "full", timeStyle: "long" }).format(new Date(value));
  return (
    <time className={classesOf("time", dimmed && "dimmed", inSentence && "inSentence")} dateTime={value} title={full}>
      {dateTimeText(value, timeZone)}
    </time>
  );
}

/** "1 line", "2 lines". */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString(locale())} ${count === 1 ? one : many}`;

/** "2 days 3 hours 5 minutes". */
export const durationText = (minutes: number): string => {
  if (!Number.isFinite(minutes)) return "";
  const parts = [
    [Math.floor(minutes / 1440), "day"],
    [Math.floor((minutes % 1440) / 60), "hour"],
    [minutes % 60, "minute"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => countText(count, unit))
    .join(" ");
};
