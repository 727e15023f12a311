/**
 * Money, times and counts as people read them. Times are told in the store's time zone, whoever looks from wherever.
 * Plain elements: a list of 200 rows has hundreds of them.
 */
import type { Money } from "#core/contract/fields";
import { useSession } from "../../api/session.tsx";
import { timeFormat, timeText } from "./dates.ts";
import classes from "./format.module.css";
import { moneyText } from "./money.ts";

const classesOf = (...names: (string | false)[]) => names.flatMap((name) => (name ? [classes[name]] : [])).join(" ");

export function Amount({ of, dimmed = false }: { of: Money | null; dimmed?: boolean }) {
  return <span className={classesOf("amount", dimmed && "dimmed")}>{of ? moneyText(of) : "–"}</span>;
}

interface WhenProps {
  readonly at: string | null;
  readonly dimmed?: boolean;
  /** In the middle of a sentence: "today", not "Today". */
  readonly within?: boolean;
}

/** A time as people say it; the whole of it on hover. */
export function When({ at, dimmed = false, within = false }: WhenProps) {
  const { store } = useSession();
  if (at === null) return <>–</>;
  const { timeZone } = store;
  const whole = timeFormat("en-GB", { timeZone, dateStyle: "full", timeStyle: "long" }).format(new Date(at));
  return (
    <time className={classesOf("when", dimmed && "dimmed", within && "within")} dateTime={at} title={whole}>
      {timeText(at, timeZone)}
    </time>
  );
}

/** "1 line", "2 lines". */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
