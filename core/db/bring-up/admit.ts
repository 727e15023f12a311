/** The role that the program works as, besides the tables' owner: it reads and writes rows, and no more. */
import postgres from "postgres";
import { reached } from "../pool/driver.ts";

/** Tables that not even a compromised program can change: each has a trigger, and the role has no right to try. */
const appendOnly = ["audit", "movements"];

/** A database created by PostgreSQL 14 or older lets every role make tables next to the store's own. */
export const nobodyElseMakes = "revoke create on schema public from public";

/** Functions it may call with the owner's rights: to make and drop partitions, and close old months under a lock. */
const ofTheOwner = ["make_partitions(regclass, text, interval)", "drop_past_deliveries()", "close_ledger(timestamptz)"];

/**
 * Lets a role work on the store: makes it, or sets this password, if the owner may make roles; and grants it the rows
 * of every table. To be called after each migration, by the tables' owner; safe to repeat.
 */
export async function admit(owner: string, { username, password }: { username: string; password: string }) {
  const [address, socket] = reached(owner);
  const sql = postgres(address, { ...socket, max: 1, onnotice: () => {} });
  try {
    await sql.begin(async (tx) => {
      const [may] = await tx<{ makes: boolean; there: boolean; itself: boolean; database: string }[]>`
        select rolcreaterole or rolsuper as makes, current_user = ${username} as itself, current_database() as database,
          exists (select from pg_roles where rolname = ${username}) as there
        from pg_roles where rolname = current_user`;
      if (may?.itself) throw new Error(`${username} owns the tables: the program must use another role.`);
      const [role, database] = [tx(username), tx(may?.database ?? "")];
      if (may?.makes) {
        // A statement that makes a role takes no parameters.
        const [quoted] = await tx<{ text: string }[]>`select quote_literal(${password}) as text`;
        await tx`${tx.unsafe(may.there ? "alter" : "create")} role ${role} login password ${tx.unsafe(quoted?.text ?? "")}`;
      }
      await tx`grant connect on database ${database} to ${role}`;
      await tx`grant usage on schema public to ${role}`;
      await tx.unsafe(nobodyElseMakes);
      // Not even temporary tables: `make_partitions` would run the code in a table's checks with the owner's rights.
      await tx`revoke temporary on database ${database} from public`;
      await tx`grant select, insert, update, delete on all tables in schema public to ${role}`;
      await tx`grant usage, select on all sequences in schema public to ${role}`;
      for (const each of ofTheOwner) await tx`grant execute on function ${tx.unsafe(each)} to ${role}`;
      for (const table of appendOnly) await tx`revoke update, delete on ${tx(table)} from ${role}`;
      await tx`revoke insert, update, delete on migrations from ${role}`;
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}
