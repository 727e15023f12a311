import { auditEach } from "#core/audit/record-each";
import { customers } from "#core/customer/customer.table";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { insertRows } from "#core/db/insert-rows";
import { pipelined } from "#core/db/pipelined";
import { updateRows } from "#core/db/update-rows";
import { inWords } from "#core/job/import-file/in-words";
import { withoutUnseen } from "#core/job/import-file/unseen";
import { importOf } from "#core/job/import-items/import-of";
import { aboutTheSame, type File, type Run, refused, type Verdict } from "#core/job/import-kind";
import { knownCustomers } from "./known-customers.ts";
import { ownCustomers } from "./own-layout.ts";
import { differencesOf, type Plan, planOf } from "./plan-customer.ts";
import { shopifyCustomers } from "./shopify-layout.ts";
import type { TakenCustomer } from "./taken-customer.ts";

export const customerImport = importOf<TakenCustomer>({
  kind: "customers",
  batchMax: 1_000,
  layouts: [ownCustomers, shopifyCustomers],
  aboutOf: ({ email }) => email,
  keysOf: ({ email }) => [email],
  apply: importCustomers,
});

/** Creates new customers and updates existing ones from the file, unless staff have changed them since. */
async function importCustomers(
  change: Change,
  taken: readonly TakenCustomer[],
  { jobId, options }: Run,
  { othersAbout }: File<TakenCustomer>,
): Promise<readonly Verdict[]> {
  const known = await knownCustomers(change, taken);
  const addressOf = ({ email }: TakenCustomer) => known.customers.get(email)?.row.email ?? withoutUnseen(email);
  const byOtherName = taken.filter((customer) => addressOf(customer) !== customer.email);
  const rowAbout = await othersAbout(change, byOtherName, (customer) => [addressOf(customer)]);
  const plans: Plan[] = [];
  const verdicts = taken.map((customer): Verdict => {
    const about = customer.email;
    const plan = planOf(customer, known, change.at);
    if (!("row" in plan)) return refused(about, ...plan);
    const { was, becomes } = differencesOf(plan);
    const { before } = plan;
    const row = rowAbout(customer);
    if (row !== undefined) {
      const isMerged = addressOf(customer) !== withoutUnseen(customer.email);
      const why = isMerged
        ? `They were merged here with ${addressOf(customer)}, and row ${row} of this file is about them too: leave one of them out.`
        : aboutTheSame(row);
      return refused(about, { column: null, text: null, why });
    }
    if (before && Object.keys(becomes).length === 0) return { outcome: "same", about };
    if (before && !options.overwrite && isStale(customer, before)) {
      const why = `They were changed here since, and the file says something else of: ${inWords(Object.keys(becomes))}. Allow the import to overwrite what was changed here, or export it anew.`;
      return refused(about, { column: null, text: null, why });
    }
    plans.push(plan);
    if (!before) return { outcome: "created", about, after: { name: plan.row.name, tags: plan.row.tags.join(", ") } };
    return { outcome: "changed", about, before: describe(was), after: describe(becomes) };
  });
  await writeCustomers(change, plans, jobId);
  return verdicts;
}

/** Our own file contains the time of the last change; for another store's file the audit shows later changes. */
const isStale = ({ changedAt, isForeign }: TakenCustomer, { row, isTouched }: NonNullable<Plan["before"]>): boolean =>
  isForeign ? isTouched : changedAt !== null && changedAt.getTime() !== row.updatedAt.getTime();

/** For display: each address on one line. */
const describe = (side: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(side).map(([field, value]) => [field, Array.isArray(value) ? value.map(inOneLine) : value]),
  );

const inOneLine = (one: unknown): string =>
  typeof one === "object" && one !== null
    ? Object.values(one)
        .filter((part) => typeof part === "string")
        .join(", ")
    : String(one);

async function writeCustomers(change: Change, plans: readonly Plan[], jobId: string): Promise<void> {
  if (plans.length === 0) return;
  const { tx } = change;
  const fresh = plans.filter(({ before }) => before === null).map(({ row }) => row);
  const changed = plans.flatMap(({ before, row }) => (before ? [{ ...row, updatedAt: change.at }] : []));
  await insertRows(tx, customers, fresh);
  const moved = plans.map(({ row, groupIds }) => ({ id: row.id, groups: groupIds }));
  const members = JSON.stringify(moved);
  await pipelined(
    updateRows(tx, customers, changed, [
      ...(["name", "phone", "addresses", "note", "tags", "acceptsMarketing", "marketingAt", "updatedAt"] as const),
    ]),
    tx.execute(sql`
      delete from customer_group_members m using jsonb_to_recordset(${members}::jsonb) as said(id text, groups text[])
      where m.customer_id = said.id and m.group_id <> all(said.groups)`),
    tx.execute(sql`
      insert into customer_group_members (customer_id, group_id)
      select said.id, unnest(said.groups) from jsonb_to_recordset(${members}::jsonb) as said(id text, groups text[])
      on conflict do nothing`),
  );
  // The audit records that a customer was imported or changed, without personal data, which cannot be erased there.
  auditEach(
    change,
    "import.start",
    "customer",
    plans.map((plan) => ({
      subjectId: plan.row.id,
      after: { import: jobId, ...(plan.before && { changed: Object.keys(differencesOf(plan).becomes) }) },
    })),
  );
}
