/**
 * Tables that grow daily are partitioned by ranges of a time-sorted id, a week each. Partitions are made ahead, by each
 * deploy and by a schedule; rows without one go to the table's default partition, so that no write ever fails for it.
 */
import postgres from "postgres";
import { db } from "./client.ts";
import { letOthersPass } from "./let-others-pass.ts";
import { reached } from "./pool/driver.ts";

/** Each with the prefix of the ids that it is partitioned by. */
export const partitioned = [{ name: "webhook_deliveries", prefix: "evt" }] as const;

/** How far ahead partitions are made. The doctor warns when a week of that is left. */
const aheadDays = 14;

/** Makes the missing partitions. Safe to run twice at once. @returns how many were made. */
export async function makePartitions(sql: postgres.Sql = db().$client): Promise<number> {
  let made = 0;
  for (const { name, prefix } of partitioned) {
    const [row] = await letOthersPass(
      () => sql<{ made: number }[]>`
        select make_partitions(to_regclass(${name}), ${prefix}, make_interval(days => ${aheadDays})) as made`,
    );
    made += row?.made ?? 0;
  }
  return made;
}

/** The same as the role in that URL. A role that owns nothing leaves it to the schedule. */
export async function makePartitionsOf(url: string): Promise<number> {
  const [address, socket] = reached(url);
  const sql = postgres(address, { ...socket, max: 1, onnotice: () => {} });
  try {
    return await makePartitions(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
