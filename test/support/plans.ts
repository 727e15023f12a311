/** How PostgreSQL runs the senders' statements: their plans as the program prepared them, and what was read. */
import * as z from "zod";
import { db, disconnect } from "#core/db/client";
import { statementsOf } from "./database-asked.ts";

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string | undefined;
  readonly "Index Name"?: string | undefined;
  readonly "Index Cond"?: string | undefined;
  readonly "Total Cost": number;
  readonly Plans?: readonly Node[] | undefined;
}
const Node: z.ZodType<Node> = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  "Index Cond": z.string().optional(),
  "Total Cost": z.number(),
  get Plans() {
    return z.array(Node).optional();
  },
});

/** Over one connection, so that all statements are seen. */
async function overOneConnection<Seen>(work: () => Promise<Seen>): Promise<Seen> {
  const before = process.env["DATABASE_CONNECTIONS"];
  await disconnect();
  process.env["DATABASE_CONNECTIONS"] = "1";
  try {
    await untilAlone();
    return await work();
  } finally {
    await disconnect();
    if (before === undefined) delete process.env["DATABASE_CONNECTIONS"];
    else process.env["DATABASE_CONNECTIONS"] = before;
  }
}

/** A closed connection's backend adds what it has read to the table's figures when it ends, a moment later. */
async function untilAlone(): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (let others = 1; others > 0 && performance.now() < deadline; ) {
    const found = await db().$client<{ others: number }[]>`
      select count(*)::integer as others from pg_stat_activity
      where datname = current_database() and application_name = 'quartermaster' and pid <> pg_backend_pid()`;
    others = found[0]!.others;
  }
}

/** How many rows of each table, with all its partitions, or entries of its indexes, the work reads. */
export const rowsReadOfEach = (
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> =>
  overOneConnection(async () => {
    const sql = db().$client;
    const read = async () => {
      await sql`select pg_stat_force_next_flush()`;
      const rows = await sql<{ name: string; rows: number }[]>`
        select name, sum(seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes of where of.relid = part.relid))::int as rows
        from unnest(${[...tables]}::text[]) as name join pg_stat_user_tables part
          on part.relid = name::regclass or part.relid in (select relid from pg_partition_tree(name::regclass))
        group by name`;
      return new Map(rows.map(({ name, rows }) => [name, rows]));
    };
    const earlier = await read();
    await work();
    const later = await read();
    return Object.fromEntries(tables.map((table) => [table, later.get(table)! - earlier.get(table)!]));
  });

/** The same of one. */
export const rowsReadOf = async (table: string, work: () => Promise<unknown>): Promise<number> =>
  (await rowsReadOfEach([table], work))[table]!;

/** Does the work, and explains every statement about deliveries. */
export const askedOf = (work: () => Promise<unknown>) =>
  overOneConnection(async () => {
    const sql = db().$client;
    const read = async () => {
      await sql`select pg_stat_force_next_flush()`;
      const [row] = await sql<{ looks: number; rows: number; scans: number }[]>`
        select max(pg_stat_user_indexes.idx_scan)::int as looks, sum(idx_tup_read)::int as rows, sum(seq_scan) filter (where pg_relation_size(relid) > 0)::int as scans
        from pg_stat_user_indexes join pg_stat_user_tables using (relid)
        where indexrelid in (select relid from pg_partition_tree('webhook_deliveries_heads'))`;
      return row!;
    };
    const earlier = await read();
    await work();
    const later = await read();
    const statements = await sql<{ name: string; values: string }[]>`
      select name, '(' || array_to_string(array_fill('null'::text, array[cardinality(parameter_types)]), ', ') || ')' as values
      from pg_prepared_statements where statement like '%from webhook\\_deliveries%'`;
    const plans: Node[] = [];
    for (const { name, values } of statements) {
      // The generic plan, as ours are planned once for all values.
      const [explained] = await sql.unsafe(`explain (format json) execute "${name}" ${values}`).simple();
      plans.push(Node.parse(explained!["QUERY PLAN"][0].Plan));
    }
    return {
      plans,
      /** How often the queues' heads were looked up, in the partition with the most lookups. */
      looks: later.looks - earlier.looks,
      rowsRead: later.rows - earlier.rows,
      wholeScans: later.scans - earlier.scans,
    };
  });

/** Where a plan reaches deliveries other than by known rows, or by the heads of the queues in order. */
export function flawsIn(node: Node, above: readonly string[] = []): string[] {
  const type = node["Node Type"];
  const path = [...above, type];
  const flaws = (node.Plans ?? []).flatMap((child) => flawsIn(child, path));
  if (!node["Relation Name"]?.startsWith("webhook_deliveries") || type === "ModifyTable") return flaws;
  // PostgreSQL knows that weeks that have not begun are empty.
  const isEmpty = node["Total Cost"] === 0;
  const isKnown = /^\(id = /.test(node["Index Cond"] ?? "");
  const sinceLimit = path.slice(path.lastIndexOf("Limit"));
  const inOrder = path.includes("Limit") && !sinceLimit.some((each) => each.includes("Sort"));
  const byIndex = type.startsWith("Index") && /_heads$|_endpoint_id_again_/.test(node["Index Name"] ?? "");
  return isEmpty || isKnown || (inOrder && byIndex) ? flaws : [...flaws, path.join(" > ")];
}

/**
 * How PostgreSQL runs the statement that contains these words: planned as in the program, for
 * any values, and as if its tables were too long to scan.
 * @param inOrder as if they were too long to sort, too: anything still sorted has no index in that order.
 */
export async function planOf(work: () => Promise<unknown>, words: string, { inOrder = false } = {}): Promise<string> {
  const text = (await statementsOf(work)).map((statement) => statement.text).find((one) => one.includes(words));
  if (!text) throw new Error(`no statement contains "${words}"`);
  const values = [...new Set(text.match(/\$\d+/g))].map(() => "null").join();
  return await db().$client.begin(async (tx) => {
    await tx.unsafe("set local enable_seqscan = off").simple();
    if (inOrder) await tx.unsafe("set local enable_sort = off; set local enable_bitmapscan = off").simple();
    await tx.unsafe(`prepare looked_into as ${text}`).simple();
    const plan = await tx.unsafe(`explain execute looked_into${values && `(${values})`}`).simple();
    await tx.unsafe("deallocate looked_into").simple();
    return plan.map((row) => row["QUERY PLAN"]).join("\n");
  });
}
