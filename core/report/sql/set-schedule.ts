import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { lockedQuery, shownQuery } from "./show-query.ts";

/** Sets who receives a report, and on which mornings; null removes the schedule. */
export async function setSchedule(
  change: Change,
  { id, schedule }: InputOf<typeof report.setSchedule>,
): Promise<report.Query> {
  const before = await lockedQuery(change.tx, id);
  if (isSame(before.schedule, schedule)) return before;
  if (schedule) await keep(change, id, schedule);
  else await change.tx.execute(sql`delete from report_schedules where query_id = ${id}`);
  const after = await shownQuery(change.tx, id);
  audit(change, "report.setSchedule", id, {
    before: { schedule: before.schedule },
    after: { schedule: after.schedule },
  });
  return after;
}

type Given = NonNullable<InputOf<typeof report.setSchedule>["schedule"]>;

const isSame = (now: report.Query["schedule"], given: Given | null): boolean =>
  now?.every === given?.every && inOrder(now?.staff.map((one) => one.id)) === inOrder(given?.staffIds);

const inOrder = (ids: readonly string[] = []): string => [...new Set(ids)].toSorted().join();

async function keep({ tx, by, at }: Change, id: string, { every, staffIds }: Given): Promise<void> {
  const ids = sql.param([...new Set(staffIds)]);
  const [known] = await tx.execute<{ all: boolean }>(sql`
    select count(*) = cardinality(${ids}::text[]) as all from staff where id = any(${ids}::text[]) and removed_at is null`);
  if (!known?.all) throw new Refusal("staff.unknown");
  await tx.execute(sql`
    insert into report_schedules (query_id, every, staff_ids, set_by, set_at)
    values (${id}, ${every}, ${ids}::text[], ${by.name}, ${at.toISOString()}::timestamptz)
    on conflict (query_id) do update set every = excluded.every, staff_ids = excluded.staff_ids, set_by = excluded.set_by,
      set_at = excluded.set_at`);
}
