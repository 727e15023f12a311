/** Money, times and counts as people read them. Times are told in the store's time zone, whoever looks from wherever. */
import { Text, Tooltip } from "@mantine/core";
import type { Money } from "#core/contract/fields";
import { useSession } from "../api/session.tsx";

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** 1999 of INR as ₹19.99. */
export function moneyText({ amountMinor, currency }: Money): string {
  const digits = digitsOf(currency);
  const formatter = new Intl.NumberFormat(currency === "INR" ? "en-IN" : "en", { style: "currency", currency });
  return formatter.format(amountMinor / 10 ** digits);
}

/** "19.99" as 1999 of INR: null when it is no amount, or finer than the currency. Never by way of a fraction. */
export function minorFrom(text: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const found = /^(\d{1,12})(?:\.(\d*))?$/.exec(text.replaceAll(/[,\s]/g, ""));
  const [, whole = "", fraction = ""] = found ?? [];
  if (!found || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, "0"));
}

/** 1999 of INR as "19.99", to be typed over. */
export function majorFrom(amountMinor: number, currency: string): string {
  const digits = digitsOf(currency);
  return (amountMinor / 10 ** digits).toFixed(digits);
}

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

const dayMs = 86_400_000;

/** Which calendar day it is at the store: "2026-09-30". */
export const dayAt = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone }).format(time);

/** When a day of the store's calendar begins, on the wire. */
export function dayStart(day: string, timeZone: string): string {
  const midnight = new Date(`${day}T00:00:00Z`);
  // What the store's clocks show at that moment says how far they are off; twice, for the offset may change that day.
  let start = midnight.getTime();
  for (let round = 0; round < 2; round++) start = midnight.getTime() - offsetMs(new Date(start), timeZone);
  return new Date(start).toISOString();
}

function offsetMs(time: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(time);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

export function timeText(iso: string, timeZone: string): string {
  const time = new Date(iso);
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(time);
  const day = dayAt(time, timeZone);
  const now = Date.now();
  if (day === dayAt(new Date(now), timeZone)) return `Today, ${clock}`;
  if (day === dayAt(new Date(now - dayMs), timeZone)) return `Yesterday, ${clock}`;
  const sameYear = day.slice(0, 4) === dayAt(new Date(now), timeZone).slice(0, 4);
  const date = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    day: "numeric",
    month: "short",
    ...(!sameYear && { year: "numeric" }),
  }).format(time);
  return `${date}, ${clock}`;
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
