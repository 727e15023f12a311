import postgres from "postgres";
import { loginSubject } from "#core/db/bring-up/admit-reports";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { reached } from "#core/db/pool/driver";
import { Refusal } from "#core/refusal";
import { open } from "#core/secret";

/** PostgreSQL ends what takes 10 s, unless it has fallen silent: then this ends the wait for it. */
const answerMsMax = 15_000;

/**
 * A separate connection with the reports' login for one run, so that a statement's effects on its session do not
 * outlive it. It only reads, and ends after 15 s.
 * @param name the connection's `application_name`.
 * @param url of the database, or of its standby, which has the same logins.
 * @throws Refusal `report.off` if this database has no such login.
 */
export async function asReporter(name: string, timeZone: string, url: string): Promise<postgres.Sql> {
  const [login] = await db().execute<{ username: string; sealed: string }>(
    sql`select username, sealed from report_login`,
  );
  if (!login) throw new Refusal("report.off");
  const [address, socket] = reached(url);
  const client = postgres(address, {
    ...socket,
    username: login.username,
    password: open(login.sealed, loginSubject),
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: name,
      TimeZone: timeZone,
      standard_conforming_strings: true,
      DateStyle: "ISO",
      default_transaction_read_only: true,
    },
  });
  setTimeout(() => void client.end({ timeout: 0 }), answerMsMax).unref();
  return client;
}

export async function hasLogin(): Promise<boolean> {
  const [found] = await db().execute<{ there: boolean }>(sql`select exists (select from report_login) as there`);
  return found?.there ?? false;
}
