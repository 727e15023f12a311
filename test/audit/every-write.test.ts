/** What holds for every operation that writes, tested on each of them, and for every read of what they leave behind. */

import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "#core/contract/index";
import { prefixes } from "#core/contract/kit/fields";
import { keepsAnswer, type Operation } from "#core/contract/kit/operation";
import { openApiOf } from "#core/contract/openapi/document";
import { rights } from "#core/contract/values/rights";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { writeRequested } from "#core/message/write/write-requested";
import { within } from "#core/time-left";
import { auditMark, entriesSince } from "../support/audit.ts";
import { type Called, call, ownersKey } from "../support/call.ts";
import { checksums } from "../support/checksum.ts";
import { type Given, writes } from "../support/every-write.ts";
import { stripeSettings } from "../support/given/gateway-money.ts";
import { aKey } from "../support/given/given.ts";
import { password, roleHas } from "../support/given/people.ts";
import { fieldOf, kindOf, pathFieldsOf, plausible } from "../support/plausible.ts";

type How = Parameters<typeof call>[2];
const how = ({ headers }: Given, more: Readonly<Record<string, string>> = {}): How => ({
  headers: { ...headers, ...more },
  ...(headers && { as: null }),
});

/** What the response shows once and must never appear anywhere else. */
function secretsIn({ body, cookies }: Called<unknown>): string[] {
  const shown = body as Readonly<Record<string, unknown>>;
  const inLink = String(shown["link"] ?? "").split("token=")[1];
  return [shown["key"], shown["secret"], shown["token"], inLink, cookies[0]?.split(/[=;]/)[1]]
    .filter((one) => typeof one === "string")
    .filter((one) => one !== "");
}

/** Reads whose input does not fit into a URL; runs of reports are audited nevertheless: test/report/prison.test.ts. */
const questions = ["report.cancelRun", "report.runQuery", "report.tryQuery", "template.preview"];
const noSecret = /qmk_|whsec_|argon2|password_?hash|token_?hash/i;

/** Those of this file. */
const shownOnce = new Set<string>();

/** What these need besides their right depends on what they are about, and has tests of its own. */
const needsMore =
  /^(export|import|key|role|staff)\.|^(message\.resend|order\.removeNote|template\.edit)$|^view\.(edit|remove)$/;

let managersKey: string;
/** With the operation's right and no other, where that is enough. */
async function alone(op: Operation): Promise<How> {
  const right = rights.find((one) => one === op.right);
  if (right === undefined || needsMore.test(op.name)) return {};
  await roleHas("manager", [right]);
  return { as: managersKey };
}

beforeAll(async () => {
  await ownersKey();
  managersKey = await aKey({ role: "manager" });
});

describe("every operation that writes", () => {
  it("is tested here", () => {
    const all = operations.filter(({ method, rawBody }) => method !== "GET" && !rawBody).map(({ name }) => name);
    expect(writes.map(({ name }) => name)).toEqual(all.filter((name) => !questions.includes(name)).toSorted());
  });

  // "Who changed this?" must always have an answer, and reading it must reveal no secret. Nor may a verb need a right
  // that its operation does not declare: nobody could tell which one to grant.
  it.each(writes)(
    "needs its right alone, leaves an audit entry, an event if it has one, and no secret: $name",
    async ({ op, given }) => {
      const made = await given();
      const mark = await auditMark();
      const [newest] = await db().execute<{ last: string }>(sql`select coalesce(max(id), '') as last from events`);
      const answer = await call(op, made.input, { ...how(made), ...(await alone(op)) });
      expect([200, 201, 202], JSON.stringify(answer.body)).toContain(answer.status);

      const entries = await entriesSince(mark);
      const mine = entries.filter(({ action }) => action === op.name);
      expect(mine, `${op.name} among ${entries.map(({ action }) => action)}`).not.toHaveLength(0);
      for (const entry of mine) expect(entry.actorId ?? entry.actorKind).not.toBe("");
      const written = JSON.stringify(entries);
      expect(written).not.toMatch(noSecret);
      expect(written).not.toContain(password);
      for (const secret of secretsIn(answer)) {
        expect(written).not.toContain(secret);
        shownOnce.add(secret);
      }

      const events = await db().execute(sql`select name, body, change_id from events where id > ${newest!.last}`);
      expect(
        events.map(({ name }) => name).filter((name) => !(op.emits as readonly unknown[] | undefined)?.includes(name)),
      ).toEqual([]);
      if (op.emits) expect(events).not.toHaveLength(0);
      // One change id: the audit and the event can be compared side by side.
      const changes = new Set(entries.map(({ changeId }) => changeId));
      for (const event of events) expect(changes).toContain(event["change_id"]);
    },
  );

  const kept = writes.filter(({ op }) => keepsAnswer(op));

  /**
   * Operations that set a cookie or hash a password keep no response: its record would be a fast hash of that password.
   */
  it.each(writes.filter(({ op }) => !keepsAnswer(op)))(
    "keeps no answer where the document names no Idempotency-Key: $name",
    async ({ op, given, name }) => {
      const made = await given();
      const answer = await call(op, made.input, how(made, { "idempotency-key": `never-${name}` }));
      expect([200, 201, 202], JSON.stringify(answer.body)).toContain(answer.status);
      expect(await db().execute(sql`select 1 from idempotency where key = ${`never-${name}`}`)).toEqual([]);
    },
  );

  it.each(kept)("does its work only once for an Idempotency-Key: $name", async ({ op, given, name }) => {
    const made = await given();
    const keyed = how(made, { "idempotency-key": `once-${name}` });
    const first = await call(op, made.input, keyed);
    expect([200, 201, 202], JSON.stringify(first.body)).toContain(first.status);
    const before = await checksums();
    const again = await call(op, made.input, keyed);
    expect(again).toMatchObject({ status: first.status, body: first.body });
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.headers["etag"]).toBe(first.headers["etag"]);
    expect(await checksums()).toEqual(before);
    const { headers = {} } = openApiOf([op], {}).paths[op.path]![op.method.toLowerCase()]!.responses[first.status]!;
    expect(Object.keys(headers).includes("ETag"), "an ETag, if and only if the document says so").toBe(
      first.headers["etag"] !== undefined,
    );
    const [row] = await db().execute(sql`select answer from idempotency where key = ${`once-${name}`}`);
    for (const secret of secretsIn(first)) {
      expect(row!["answer"]).not.toContain(secret);
      shownOnce.add(secret);
    }
  });
});

/** The newest ids of each kind, and all texts in columns for secrets: sealed ones and hashes. */
async function stored() {
  const columns = await db().execute<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and column_name <> 'secret_last4'
      and (column_name = 'id' or column_name ~ '(hash|sealed|secret)')`);
  const texts = await Promise.all(
    columns.map(async ({ table, column }) => {
      const [name, of] = [sql.identifier(column), sql.identifier(table)];
      const rows = await db().execute<{ text: string }>(sql`
        select ${name} as text from ${of} where ${name} is not null order by 1 desc limit ${column === "id" ? 10 : 10_000}`);
      return rows.map(({ text }) => ({ column, text }));
    }),
  );
  const { true: ids = [], false: secrets = [] } = Object.groupBy(texts.flat(), ({ column }) => `${column === "id"}`);
  return { ids: ids.map(({ text }) => text), secrets: secrets.map(({ text }) => text) };
}

describe("every operation that reads", () => {
  let found: Awaited<ReturnType<typeof stored>>;
  beforeAll(async () => {
    await writeRequested(within(60_000));
    found = await stored();
    expect(shownOnce.size).toBeGreaterThan(5);
    expect(found.secrets.length).toBeGreaterThan(50);
  });

  /** About the newest of what its path names, and as much as it shows at once. */
  function inputs(op: Operation): Record<string, unknown>[] {
    const base = { ...plausible(op), ...("limit" in op.input.shape && { limit: 200 }) };
    const [name] = pathFieldsOf(op);
    const kind = name === undefined ? undefined : kindOf(fieldOf(op, name));
    if (name === undefined || kind === undefined) return [base];
    return found.ids.filter((id) => id.startsWith(`${prefixes[kind]}_`)).map((id) => ({ ...base, [name]: id }));
  }

  it.each(operations.filter(({ method, right }) => method === "GET" && right !== "anyone"))(
    "shows no secret, neither as it was shown once nor as it is stored: $name",
    async (op) => {
      const secrets = [...shownOnce, ...found.secrets, ...Object.values(stripeSettings), password];
      for (const input of inputs(op)) {
        const shown = JSON.stringify((await call(op, input)).body);
        expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
      }
    },
  );
});
