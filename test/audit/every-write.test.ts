/** What holds for every operation that writes, tested on each of them. */

import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "#core/contract/index";
import { keepsAnswer } from "#core/contract/kit";
import { openApiOf } from "#core/contract/openapi";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { auditMark, entriesSince } from "../support/audit.ts";
import { type Called, call, ownersKey } from "../support/call.ts";
import { checksums } from "../support/checksum.ts";
import { type Given, writes } from "../support/every-write.ts";
import { password } from "../support/given/people.ts";

type How = Parameters<typeof call>[2];
const how = ({ headers }: Given, more: Readonly<Record<string, string>> = {}): How => ({
  headers: { ...headers, ...more },
  ...(headers && { as: null }),
});

/** What the response shows once and must never appear anywhere else. */
function secretsIn({ body, cookies }: Called<unknown>): string[] {
  const shown = body as Readonly<Record<string, unknown>>;
  return [shown["key"], shown["secret"], String(shown["link"] ?? "").split("token=")[1], cookies[0]?.split(/[=;]/)[1]]
    .filter((one) => typeof one === "string")
    .filter((one) => one !== "");
}

/** Reads whose input does not fit into a URL; runs of reports are audited nevertheless: test/report/prison.test.ts. */
const questions = ["report.cancelRun", "report.runQuery", "report.tryQuery", "template.preview"];
const noSecret = /qmk_|whsec_|argon2|password_?hash|token_?hash/i;

beforeAll(async () => {
  await ownersKey();
});

describe("every operation that writes", () => {
  it("is tested here", () => {
    const all = operations.filter(({ method, rawBody }) => method !== "GET" && !rawBody).map(({ name }) => name);
    expect(writes.map(({ name }) => name)).toEqual(all.filter((name) => !questions.includes(name)).toSorted());
  });

  // "Who changed this?" must always have an answer, and reading it must reveal no secret.
  it.each(writes)("leaves an audit entry, an event if it has one, and no secret: $name", async ({ op, given }) => {
    const made = await given();
    const mark = await auditMark();
    const [newest] = await db().execute<{ last: string }>(sql`select coalesce(max(id), '') as last from events`);
    const answer = await call(op, made.input, how(made));
    expect([200, 201, 202], JSON.stringify(answer.body)).toContain(answer.status);

    const entries = await entriesSince(mark);
    const mine = entries.filter(({ action }) => action === op.name);
    expect(mine, `${op.name} among ${entries.map(({ action }) => action)}`).not.toHaveLength(0);
    for (const entry of mine) expect(entry.actorId ?? entry.actorKind).not.toBe("");
    const written = JSON.stringify(entries);
    expect(written).not.toMatch(noSecret);
    expect(written).not.toContain(password);
    for (const secret of secretsIn(answer)) expect(written).not.toContain(secret);

    const events = await db().execute(sql`select name, body, change_id from events where id > ${newest!.last}`);
    expect(
      events.map(({ name }) => name).filter((name) => !(op.emits as readonly unknown[] | undefined)?.includes(name)),
    ).toEqual([]);
    if (op.emits) expect(events).not.toHaveLength(0);
    // One change id: the audit and the event can be compared side by side.
    const changes = new Set(entries.map(({ changeId }) => changeId));
    for (const event of events) expect(changes).toContain(event["change_id"]);
  });

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
    for (const secret of secretsIn(first)) expect(row!["answer"]).not.toContain(secret);
  });
});
