/** Reports by email: run once a day in the store's morning, sent as a table and a file. */

import { isDeepStrictEqual } from "node:util";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { Result } from "#core/contract/parts/report-queries";
import { csvLines } from "#core/contract/values/csv-line";
import { reportFile } from "#core/contract/values/report-file";
import type { Role } from "#core/contract/values/rights";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { log } from "#core/log";
import { askForMessage } from "#core/message/ask-for-message";
import { Refusal } from "#core/refusal";
import { currentRights } from "#core/staff/roles/rights";
import { storeSettings } from "#core/store/settings";
import type { TimeLeft } from "#core/time-left";
import { runQuery } from "./run.ts";

const by = system("send-reports");

/** Hours in the store's time zone. A schedule set later in the day starts with the next one. */
const morning = { from: 6, to: 11 } as const;
/** A run takes at most 10 s, plus a little to connect and to record it. */
const runMsMax = 20_000;
/** What the email shows; the file has everything. */
const rowsShown = 50;
const columnsShown = 10;
/** Divided among the columns: the email as a whole is limited, and one that is too long is not written at all. */
const rowCharactersShown = 1_000;

interface Due extends Record<string, unknown> {
  readonly id: Id<"report">;
  readonly name: string;
  readonly description: string;
  readonly cause: string;
  readonly people: readonly { readonly email: string; readonly role: Role }[];
}

/** Safe to run repeatedly: each report is sent once a morning. @returns whether there may be messages to write. */
export async function sendScheduledReports(timeLeft: TimeLeft, now = new Date()): Promise<boolean> {
  const { hour, day, weekday } = await byTheStoresClock(now);
  if (hour < morning.from || hour >= morning.to) return false;
  const due = await db().execute<Due>(sql`
    select * from (
      select query.id, query.name, query.description, 'report:' || query.id || ':' || ${day} as cause,
        (select coalesce(jsonb_agg(jsonb_build_object('email', email, 'role', role) order by email), '[]')
          from staff where staff.id = any(staff_ids) and removed_at is null and vendor_id is null) as people
      from report_schedules join report_queries query on query.id = query_id
      where query.removed_at is null and (every = 'day' or ${weekday === "Mon"})) due
    where not exists (select from messages where messages.cause = due.cause) order by id`);
  let sent = false;
  for (const one of due) {
    if (timeLeft() < runMsMax) break;
    try {
      sent = (await tell(one, day)) || sent;
    } catch (error) {
      log.error("a scheduled report could not be run", { id: one.id, error });
    }
  }
  return sent;
}

async function byTheStoresClock(now: Date) {
  const { timeZone } = await storeSettings(db());
  const hour = new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone }).format(now);
  const day = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(now);
  const weekday = new Intl.DateTimeFormat("en", { weekday: "short", timeZone }).format(now);
  return { hour: Number(hour), day, weekday };
}

async function tell({ id, name, description, cause, people }: Due, day: string): Promise<boolean> {
  const recipients = await allowed(people);
  if (recipients.length === 0) return false;
  const found = await ran(id);
  if (found === "later") return false;
  const given = {
    queryId: id,
    name,
    description,
    day,
    ...(found.is === "done" ? tableOf(found.result) : { failed: found.says }),
  };
  const attachment = found.is === "done" ? { name: reportFile(name, day), text: csvOf(found.result) } : undefined;
  await inChange(by, async (change) => {
    for (const recipient of recipients) {
      await askForMessage(change, {
        ...{ kind: "report.scheduled", channel: "email", cause, recipient, given },
        ...(attachment && { attachment }),
      });
    }
  });
  return true;
}

/** Those who may currently read reports. Vendor logins never may, whatever their role allows: reports are of the store. */
async function allowed(people: Due["people"]): Promise<string[]> {
  const emails: string[] = [];
  for (const { email, role } of people) {
    if ((await currentRights(db(), role)).includes("reports.read")) emails.push(email);
  }
  return emails;
}

type Ran = { readonly is: "done"; readonly result: Result } | { readonly is: "failed"; readonly says: string };

/** Failures are sent too, except temporary ones and those that the admin shows anyway. */
async function ran(id: Id<"report">): Promise<Ran | "later"> {
  try {
    const result = await runQuery(by, { id, parameters: {} }, inChange);
    if (result.cut && result.rows.length === 0) return { is: "failed", says: "Its first row is larger than 3 MB." };
    return { is: "done", result };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, detail, message } = error;
    if (code === "report.busy" || code === "report.off" || code === "report.unknown") return "later";
    return { is: "failed", says: typeof detail?.["sentence"] === "string" ? detail["sentence"] : message };
  }
}

function tableOf({ columns, rows, cut }: Result) {
  const shown = columns.slice(0, columnsShown);
  const charactersShown = Math.floor(rowCharactersShown / shown.length);
  const whole = rows.slice(0, rowsShown).map((row) => row.slice(0, columnsShown));
  const short = whole.map((row) => row.map((cell) => cell && shortened(cell, charactersShown)));
  return {
    failed: "",
    columns: shown,
    rows: short,
    rowCount: rows.length,
    more: rows.length > rowsShown || columns.length > columnsShown || cut || !isDeepStrictEqual(short, whole),
    cut,
  };
}

function shortened(cell: string, charactersMax: number): string {
  if (cell.length <= charactersMax) return cell;
  // A character is at most two units; a cell may have millions.
  const characters = [...cell.slice(0, 2 * charactersMax)];
  return `${characters.slice(0, charactersMax).join("")}…`;
}

/** With numbers as PostgreSQL prints them, to the last digit. The byte order mark tells spreadsheets that it is UTF-8. */
const csvOf = ({ columns, rows }: Result): string => `\uFEFF${csvLines([columns.map(({ name }) => name), ...rows])}`;
