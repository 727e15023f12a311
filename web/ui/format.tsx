/** Money, times and counts as people read them. Times are told in the store's time zone, whoever looks from wherever. */
import { Text, Tooltip } from "@mantine/core";
import type { Money } from "#core/contract/fields";
import { useSession } from "../api/session.tsx";
import { timeText } from "./calendar.ts";
import { moneyText } from "./money.ts";

export function Amount({ of, dimmed }: { of: Money | null; dimmed?: boolean }) {
  return (
    <Text
      span
      inherit
      {...(dimmed && { c: "dimmed" })}
      style={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}
    >
      {of ? moneyText(of) : "–"}
    </Text>
  );
}

/** A time as people say it; the whole of it on hover. */
export function When({ at, dimmed }: { at: string | null; dimmed?: boolean }) {
  const { store } = useSession();
  if (at === null) return <>–</>;
  const whole = new Intl.DateTimeFormat("en-GB", { timeZone: store.timeZone, dateStyle: "full", timeStyle: "long" });
  return (
    <Tooltip label={whole.format(new Date(at))} openDelay={300} withinPortal>
      <Text
        span
        inherit
        {...(dimmed && { c: "dimmed" })}
        style={{ whiteSpace: "nowrap" }}
        component="time"
        dateTime={at}
      >
        {timeText(at, store.timeZone)}
      </Text>
    </Tooltip>
  );
}

/** "1 line", "2 lines". */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
