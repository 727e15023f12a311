/** The login that people's SQL runs as: it reads the views of the schema `reporting`, and nothing else. */
import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { log } from "#core/log";
import { openUnlessLost, seal } from "#core/secret";
import { codeOf } from "../error.ts";
import { reached } from "../pool/driver.ts";
import { nobodyElseMakes } from "./admit.ts";

/** The subject that the password is sealed for. */
export const loginSubject = "reports login";

/** Defaults of its sessions: the second line of defence after its grants, because it can change most of them itself. */
const settings: Readonly<Record<string, string>> = {
  default_transaction_read_only: "on",
  statement_timeout: "10s",
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "15s",
  idle_session_timeout: "30s",
  work_mem: "16MB",
  hash_mem_multiplier: "1",
  max_parallel_workers_per_gather: "0",
  jit: "off",
  search_path: "reporting",
};

/** At once, over all instances; cancelling a run needs a connection too. */
const connectionsMost = 4;
/** How much disk space sorts and joins may take; set only if the owner may set it. */
const temporaryFiles = "256MB";

/**
 * Makes the login if the tables' owner may make roles, and lets it read the views. To be called after each migration;
 * safe to repeat. A database that allows no roles is left as it is, and reports in SQL stay off.
 * @returns whether the login exists.
 */
export async function admitReports(owner: string): Promise<boolean> {
  const [address, socket] = reached(owner);
  const sql = postgres(address, { ...socket, max: 1, onnotice: () => {} });
  try {
    await sql.begin(async (tx) => {
      // Two processes that start together would alter the same row of PostgreSQL's catalogue at once.
      await tx`select pg_advisory_xact_lock(7150261120)`;
      const [kept] = await tx<{ username: string; sealed: string }[]>`select username, sealed from report_login`;
      const [place] = await tx<{ name: string; there: boolean }[]>`
        select left(current_database(), 50) || '_reports' as name,
          exists (select from pg_roles where rolname = left(current_database(), 50) || '_reports') as there`;
      const username = place?.name ?? "";
      const known = kept?.username === username && place?.there ? openUnlessLost(kept.sealed, loginSubject) : null;
      // Also a new one if the key that sealed the old one is lost.
      const password = known ?? randomBytes(24).toString("base64url");
      const role = tx(username);
      if (known === null) {
        const [quoted] = await tx<{ text: string }[]>`select quote_literal(${password}) as text`;
        const limits = `nocreatedb nocreaterole noreplication noinherit connection limit ${connectionsMost}`;
        await tx`${tx.unsafe(place?.there ? "alter" : "create")} role ${role} login password ${tx.unsafe(quoted?.text ?? "")} ${tx.unsafe(limits)}`;
        await tx`insert into report_login (username, sealed) values (${username}, ${seal(password, loginSubject)})
          on conflict (id) do update set username = excluded.username, sealed = excluded.sealed`;
      }
      for (const [name, value] of Object.entries(settings)) {
        await tx`alter role ${role} set ${tx.unsafe(name)} = ${tx.unsafe(`'${value}'`)}`;
      }
      await tx
        .savepoint((inner) => inner`alter role ${role} set temp_file_limit = ${inner.unsafe(`'${temporaryFiles}'`)}`)
        .catch(unlessForbidden);
      const [here] = await tx<{ database: string }[]>`select current_database() as database`;
      await tx`grant connect on database ${tx(here?.database ?? "")} to ${role}`;
      await tx`grant usage on schema reporting to ${role}`;
      await tx.unsafe(nobodyElseMakes);
      await tx`grant select on all tables in schema reporting to ${role}`;
    });
    return true;
  } catch (error) {
    unlessForbidden(error);
    log.info("this database allows no separate login for reports in SQL: they stay off");
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** 42501 insufficient_privilege. */
function unlessForbidden(error: unknown): void {
  if (codeOf(error) !== "42501") throw error;
}
