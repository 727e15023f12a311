/**
 * Custom SQL, with attempts to break out of it. Each is stopped twice: by what a report may consist of, and, where that
 * is bypassed, by the rights of its login.
 */

import type postgres from "postgres";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import * as audit from "#core/contract/audit";
import * as report from "#core/contract/report";
import { admitReports } from "#core/db/bring-up/admit-reports";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { asReporter } from "#core/report/sql/login";
import { call } from "../support/call.ts";
import { aKey } from "../support/given/given.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { roleHas } from "../support/given/people.ts";
import { processorMsOf } from "../support/processor-time.ts";

const tried = (statement: string, more: object = {}) => call(report.tryQuery, { statement, ...more });
const errorOf = async (statement: string) => {
  const { status, body } = await tried(statement);
  return [status, body.error?.code, body.error?.detail?.["sentence"]] as const;
};

beforeAll(async () => {
  // As in a database that was created by PostgreSQL 14.
  await db().execute(sql`grant create on schema public to public`);
  expect(await admitReports(process.env["DATABASE_URL"] ?? "")).toBe(true);
  await anOrder({ email: "private@example.com" });
});

describe("a report in SQL", () => {
  it("reads the views, with values as PostgreSQL writes them", async () => {
    const { status, body } = await tried(
      "select status, count(*) as orders, sum(order_lines.total_minor) as total, max(placed_at)::date as latest, true as yes from orders join order_lines on order_id = orders.id group by status; -- done",
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      columns: [
        { name: "status", type: "text" },
        { name: "orders", type: "number" },
        { name: "total", type: "number" },
        { name: "latest", type: "date" },
        { name: "yes", type: "boolean" },
      ],
      rows: [["pending", "1", expect.any(String), expect.any(String), "true"]],
      cut: false,
    });
  });

  // Every object has a constructor of its own.
  it("accepts a parameter with any valid name", async () => {
    const declared = [{ name: "constructor", type: "text" as const }];
    const statement = "select {{constructor}} as name";
    expect((await tried(statement, { declared })).body.rows).toEqual([[null]]);
    expect((await tried(statement, { declared, parameters: { constructor: "x" } })).body.rows).toEqual([["x"]]);
  });

  // For each of its words all previous ones were counted: the whole store waited for seconds.
  it("of ten thousand words is parsed quickly", async () => {
    const words = `array_length(array[${"1,".repeat(9_900)}1], 1)`;
    const ms = await processorMsOf(async () => {
      expect((await tried(`select ${words} as count`)).body.rows).toEqual([["9901"]]);
    });
    expect(ms).toBeLessThan(2_000);
  });

  it("treats parameters as values, never as text, and names the one whose value is wrong", async () => {
    const declared = [
      { name: "word", type: "text" as const },
      { name: "least", type: "number" as const, default: "1" },
      { name: "day", type: "date" as const },
    ];
    const statement = "select {{word}} as word, '{{word}}' as quoted, {{least}} + {{least}} as least, {{day}} as day";
    const ask = (parameters: Record<string, string | null>) => tried(statement, { declared, parameters });
    expect((await ask({ word: "'; drop table orders; --", day: "2026-03-29" })).body.rows).toEqual([
      ["'; drop table orders; --", "{{word}}", "2", "2026-03-29"],
    ]);
    for (const [name, value] of [
      ["least", "ten"],
      ["least", "1; select"],
      ["day", "2026-02-30"],
      ["other", "1"],
    ] as const) {
      const { status, body } = await ask({ [name]: value });
      expect([status, body.error?.code]).toEqual([400, "request.invalid"]);
      expect(JSON.stringify(body.error?.detail)).toContain(`parameters.${name}`);
    }
  });

  it("returns PostgreSQL's own message with its position in the statement", async () => {
    const { body } = await tried("select {{day}} as day,\n  nosuch from orders", {
      declared: [{ name: "day", type: "date" }],
    });
    expect(body.error).toMatchObject({
      code: "report.failed",
      detail: { sentence: 'column "nosuch" does not exist', position: 26 },
    });
    expect((await tried("selct 1")).body.error).toMatchObject({ code: "report.failed", detail: { position: 7 } });
    expect((await tried("select 1 / 0")).body.error).toMatchObject({
      detail: { sentence: "division by zero", position: null },
    });
  });

  // What a SELECT can do besides reading: each of these has taken down some store.
  it.each([
    "set role postgres",
    "select set_config('role', 'postgres', false)",
    `select "set_config" /* here */ ('work_mem', '1GB', true)`,
    "select SET_CONFIG('statement_timeout', '0', false)",
    "reset all",
    "copy (select 1) to program 'id'",
    "select pg_read_file('/etc/passwd')",
    "select pg_catalog.pg_sleep(60)",
    "select lo_import('/etc/passwd')",
    "select lo_get(1)",
    "select dblink('dbname=store', 'select 1')",
    "select pg_terminate_backend(1)",
    "select * from pg_stat_activity",
    "select * from information_schema.tables",
    'select * from "pg_catalog"."pg_authid"',
    'select * from U&"pg\\005froles"',
    "select current_setting('data_directory')",
    "select query_to_xml('select 1', true, true, '')",
    "select ('select to_tsvector(pg_sleep(1)::text)'::text).ts_stat",
    "select ('server_version'::text) . /* here */ current_setting",
    "select ((array['server_version'::text])[1]).\"current_setting\"",
    // The second string has the escapes of the first: for PostgreSQL it ends at its third quote.
    "select E'a' -- b\n -- c\n '\\' || ' || pg_sleep(1)::text || 'z'",
    "select e'a'\n'\\' || ' || set_config('work_mem', '1GB', true) || 'z'",
    "with gone as (delete from orders returning 1) select * from gone",
    "insert into orders default values",
    "update reporting.orders set status = 'cancelled'",
    "select nextval('public.order_numbers')",
    "select setval('public.order_numbers', 1)",
    "select lo_create(0)",
    "select pg_notify('events', 'mine')",
    "select pg_cancel_backend(1)",
    "select pg_advisory_lock(1)",
    "select pg_try_advisory_xact_lock(1)",
    "create temporary table kept as select 1",
    "select 1 into temporary kept",
    "select 1; select 2",
    "select 1; -- ; select 2\n drop table orders",
    "select 1) as report; drop table orders; select * from (select 1",
    "select 1 /* ",
    "do $$ begin perform 1; end $$",
    "explain analyze select 1",
    "show all",
    "commit",
    "select * from orders for update",
    "select * from public.staff",
    "select password_hash from public.staff",
    "select secret from public.webhook_endpoints",
    "select sealed from public.report_login",
    "select email from orders",
    "select public.refuse_change()",
    "table public.sessions",
    "select $1",
  ])("refuses %s with a message, and changes nothing", async (statement) => {
    const before = await db().execute(sql`select count(*) from orders`);
    const [status, code, sentence] = await errorOf(statement);
    expect([status, code]).toEqual([400, expect.stringMatching(/^report\.(refused|failed)$/)]);
    expect(sentence).toMatch(/\w/);
    expect(await db().execute(sql`select count(*) from orders`)).toEqual(before);
  });

  // With a `$x` before it, a placeholder began a string that ended within the next one: PostgreSQL ran what is text here.
  it.each(["pg_sleep(1)", "pg_advisory_lock(1)", "set_config($q$work_mem$q$, $q$1GB$q$, false)"])(
    "keeps a parameter apart from its neighbours, or it could call %s",
    async (called) => {
      const statement = `select {{a}}, $x{{a}} '$x$ || ${called}::text || ' , ' -- '`;
      const { status, body } = await tried(statement, { declared: [{ name: "a", type: "text" }] });
      expect([status, body.error?.code]).toEqual([400, "report.failed"]);
      expect(body.error?.detail?.["sentence"]).toContain("syntax error");
    },
  );

  it("is cut after 5,000 rows or 3 MB, and says so", async () => {
    const exactly = await tried("select n from generate_series(1, 5000) n");
    expect([exactly.body.rows.length, exactly.body.cut]).toEqual([5_000, false]);
    const more = await tried("select n from generate_series(1, 1000000) n");
    expect([more.body.rows.length, more.body.cut]).toEqual([5_000, true]);
    const large = await tried("select repeat('x', 1000000) from generate_series(1, 10)");
    expect([large.body.rows.length, large.body.cut]).toEqual([2, true]);
    const huge = await tried("select repeat('x', 100000000)");
    expect([huge.body.rows.length, huge.body.cut]).toEqual([0, true]);
    // More than the login's temporary files hold: only the beginning of a value may be copied.
    const largest = await tried("select repeat(repeat('x', 1000), 300000)");
    expect([largest.status, largest.body.rows?.length, largest.body.cut]).toEqual([200, 0, true]);
    // Each of its values is small enough, and the row takes no memory: converted to text, it took more than a gigabyte.
    const columns = Array.from({ length: 100 }, (_, index) => `wide as c${index}`).join(", ");
    const wide = await tried(
      `with one as materialized (select repeat('"', 2900000) as wide) select ${columns} from one`,
    );
    expect([wide.status, wide.body.rows?.length, wide.body.cut]).toEqual([200, 0, true]);
    const endless = await tried("with recursive r(n) as (select 1 union all select n + 1 from r) select n from r");
    expect([endless.body.rows.length, endless.body.cut]).toEqual([5_000, true]);
  });

  it("may have a thousand columns", async () => {
    const numbers = Array.from({ length: 1_000 }, (_, index) => String(index));
    const { status, body } = await tried(`select ${numbers.map((n) => `${n} as c${n}`).join(", ")}`);
    expect(status).toBe(200);
    expect(body.rows).toEqual([numbers]);
  });

  it("cannot fill the disk", async () => {
    const [status, code, sentence] = await errorOf(
      "select n, repeat(md5(n::text), 40) as t from generate_series(1, 3000000) n order by 2 desc",
    );
    expect([status, code, sentence]).toEqual([400, "report.failed", expect.stringContaining("temp_file_limit")]);
  });

  it("is unavailable, with a clear message, if the database has no login for it", async () => {
    const [login] = await db().execute(sql`delete from report_login returning *`);
    expect((await tried("select 1")).body.error?.code).toBe("report.off");
    expect((await call(report.readSchema, {})).body.available).toBe(false);
    await db().execute(
      sql`insert into report_login (username, sealed) values (${login!["username"]}, ${login!["sealed"]})`,
    );
    expect((await call(report.readSchema, {})).body.available).toBe(true);
  });
});

/** Someone who has bypassed our checks, and has the login's own connection. */
describe("the login of reports", () => {
  const inside = async <T>(work: (client: postgres.Sql) => Promise<T>): Promise<T> => {
    const client = await asReporter("inside", "UTC", process.env["DATABASE_URL"]!);
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const said = (statement: string) =>
    inside((client) =>
      client
        .unsafe(statement)
        .simple()
        .then(
          () => "done",
          (error: Error) => error.message,
        ),
    );

  it.each([
    ["set role postgres", /permission denied|does not exist/],
    ["select set_config('role', (select rolname from pg_roles where rolsuper limit 1), false)", /permission denied/],
    ["select * from public.staff", /permission denied/],
    ["select * from public.orders", /permission denied/],
    ["select * from public.report_login", /permission denied/],
    ["begin read write; insert into public.orders default values", /permission denied/],
    ["begin read write; create table public.mine ()", /permission denied/],
    ["begin read write; create table reporting.mine ()", /permission denied/],
    ["begin read write; select nextval('public.order_numbers')", /permission denied/],
    ["set temp_file_limit = -1", /permission denied/],
    ["copy (select 1) to program 'id'", /permission denied/],
    ["copy (select 1) to '/tmp/out'", /permission denied/],
    ["select pg_read_file('/etc/passwd')", /permission denied/],
    ["select lo_import('/etc/passwd')", /permission denied/],
    ["select rolpassword from pg_authid", /permission denied/],
    ["create extension dblink", /permission denied|not available|read-only/],
    ["alter role current_user superuser", /permission denied|read-only/],
    [
      "select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user or usename is null",
      /permission denied|must/i,
    ],
  ])("may not: %s", async (statement, sentence) => {
    expect(await said(statement)).toMatch(sentence);
  });

  it("cannot see other users' queries", async () => {
    const others = await inside(
      (client) =>
        client`select query from pg_stat_activity where usename is distinct from current_user and datname = current_database()`,
    );
    expect(others.every(({ query }) => query === "<insufficient privilege>")).toBe(true);
  });

  it("starts every session read-only, with limits", async () => {
    const settings = await inside(
      (client) => client`
      select current_setting('default_transaction_read_only') as read_only, current_setting('statement_timeout') as timeout,
        current_setting('work_mem') as memory, current_setting('temp_file_limit') as files`,
    );
    expect(settings).toEqual([{ read_only: "on", timeout: "10s", memory: "16MB", files: "256MB" }]);
  });

  it("keeps its password across a restart, and gets a new one if it is missing", async () => {
    const sealed = async () => (await db().execute(sql`select sealed from report_login`))[0]!["sealed"];
    const before = await sealed();
    await admitReports(process.env["DATABASE_URL"] ?? "");
    expect(await sealed()).toBe(before);
    await db().execute(sql`delete from report_login`);
    await admitReports(process.env["DATABASE_URL"] ?? "");
    expect((await tried("select 1 as one")).body.rows).toEqual([["1"]]);
  });
});

describe("runs", () => {
  it("are recorded with the text that ran, who ran it, and how it ended", async () => {
    const made = (
      await call(report.createQuery, { name: "Orders", statement: "select count(*) as orders from orders" })
    ).body;
    const manager = await aKey({ role: "manager" });
    const ran = await call(report.runQuery, { id: made.id }, { as: manager });
    expect(ran.body.rows).toEqual([["1"]]);
    await call(report.tryQuery, { statement: "select nosuch from orders" });
    const { items } = (await call(report.listRuns, {})).body;
    expect(items[0]).toMatchObject({ queryId: null, status: "failed", says: 'column "nosuch" does not exist' });
    expect(items[1]).toMatchObject({ queryId: made.id, name: "Orders", status: "done", rows: 1, cut: false });
    const entries = (await call(audit.list, { subjectId: made.id })).body.items;
    expect(entries[0]).toMatchObject({ action: "report.runQuery", after: { statement: made.statement } });
  });

  it("of unsaved statements are for users who may write reports", async () => {
    const manager = await aKey({ role: "manager" });
    expect((await call(report.tryQuery, { statement: "select 1" }, { as: manager })).body.error?.detail).toEqual({
      right: "reports.write",
    });
    expect((await call(report.createQuery, { name: "x", statement: "select 1" }, { as: manager })).status).toBe(403);
    await roleHas("manager", ["reports.read", "reports.write"]);
    expect((await call(report.tryQuery, { statement: "select 1" }, { as: manager })).status).toBe(200);
  });

  // Someone who has asked for too much must not have to wait for it.
  it("can be stopped by the user who started them", async () => {
    const running = tried("select count(*) from generate_series(1, 100000) a cross join generate_series(1, 100000) b");
    let stopped = false;
    while (!stopped) {
      const run = (await call(report.listRuns, {})).body.items.find(({ status }) => status === "running");
      if (run) ({ stopped } = (await call(report.cancelRun, { id: run.id })).body);
    }
    expect((await running).body.error?.code).toBe("report.cancelled");
    expect((await call(report.listRuns, {})).body.items[0]).toMatchObject({ status: "cancelled" });
  });

  // Nothing runs on it then, and what runs on the primary must be stoppable.
  it("can be stopped while the standby cannot be reached", async () => {
    vi.stubEnv("DATABASE_READ_URL", "postgres://127.0.0.1:9/store");
    onTestFinished(() => void vi.unstubAllEnvs());
    const running = tried("select count(*) from generate_series(1, 100000) a cross join generate_series(1, 200000) b");
    let stopped = false;
    while (!stopped) {
      const run = (await call(report.listRuns, {})).body.items.find(({ status }) => status === "running");
      const answer = run && (await call(report.cancelRun, { id: run.id }));
      if (answer) expect(answer.status).toBe(200);
      if (answer) ({ stopped } = answer.body);
    }
    expect((await running).body.error?.code).toBe("report.cancelled");
  });

  it("of others are stopped only by users who may write reports", async () => {
    await roleHas("staff", ["reports.read"]);
    const reader = await aKey({ role: "staff" });
    const statement = "select count(*) from generate_series(1, 300000) a cross join generate_series(1, 100000) b";
    const running = tried(statement);
    const listed = async () =>
      (await call(report.listRuns, {})).body.items.find((one: { statement: string }) => one.statement === statement);
    await expect.poll(async () => (await listed())?.status).toBe("running");
    const { id } = (await listed())!;
    const refused = await call(report.cancelRun, { id }, { as: reader });
    expect(refused).toMatchObject({ status: 404, body: { error: { code: "report.runUnknown" } } });
    expect(await listed()).toMatchObject({ status: "running" });
    const writer = await aKey();
    while ((await listed())?.status === "running") await call(report.cancelRun, { id }, { as: writer });
    expect((await running).body.error?.code).toBe("report.cancelled");
  });

  // A run that is open for a minute is taken for lost, by the database's clock.
  it("are running in the list too if the clock of the host is two minutes behind", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 120_000 });
    onTestFinished(() => void vi.useRealTimers());
    const statement = "select count(*) from generate_series(1, 200000) a cross join generate_series(1, 100000) b";
    const running = tried(statement);
    const listed = async () =>
      (await call(report.listRuns, {})).body.items.find((one: { statement: string }) => one.statement === statement);
    await expect.poll(async () => (await listed())?.status).toBeDefined();
    expect(await listed()).toMatchObject({ status: "running" });
    while ((await listed())?.status === "running") await call(report.cancelRun, { id: (await listed())!.id });
    expect((await running).body.error?.code).toBe("report.cancelled");
  });

  it("end after ten seconds, or if they use too much memory or disk", async () => {
    const [long, endless] = await Promise.all([
      errorOf("select count(*) from generate_series(1, 100000) a cross join generate_series(1, 100000) b"),
      errorOf(
        "with recursive r(n, wide) as (select 1, repeat('x', 500) union all select n + 1, wide from r) select count(*), max(wide) from r",
      ),
    ]);
    expect(long.slice(0, 2)).toEqual([409, "report.tooSlow"]);
    expect(endless[1]).toMatch(/^report\.(tooSlow|failed)$/);
  });

  // The document promises it with every 429, and clients that rely on it did not wait at all.
  it("are refused with a time to try again while too many are running", async () => {
    const [login] = await db().execute<{ username: string }>(sql`select username from report_login`);
    const limited = (most: number) => db().execute(sql.raw(`alter role "${login?.username}" connection limit ${most}`));
    onTestFinished(async () => void (await limited(4)));
    await limited(0);
    expect(await tried("select 1")).toMatchObject({
      status: 429,
      headers: { "retry-after": "1" },
      body: { error: { code: "report.busy" } },
    });
  });

  it("are refused and not recorded if the statement is not allowed", async () => {
    await nothingChanged(() => tried("select pg_sleep(1)"));
  });
});

it("saved reports are read as they were saved, and no two have one name, in whatever letters", async () => {
  const given = { name: "Waiting", description: "For goods", statement: "select count(*) from orders" };
  const saved = (await call(report.createQuery, given)).body;
  expect(saved).toMatchObject(given);
  expect((await call(report.readQuery, { id: saved.id })).body).toEqual(saved);
  const taken = { status: 409, body: { error: { code: "report.nameTaken" } } };
  await nothingChanged(async () => {
    expect(await call(report.createQuery, { ...given, name: "WAITING" })).toMatchObject(taken);
  });
  const other = (await call(report.createQuery, { ...given, name: "Other" })).body;
  await nothingChanged(async () => {
    expect(await call(report.editQuery, { ...given, id: other.id })).toMatchObject(taken);
  });
  // The last to save won, and nobody learned what the other had written.
  const headers = { "if-match": `"${other.version}"` };
  const theirs = { ...given, id: other.id, name: "Other", description: "Theirs" };
  expect(await call(report.editQuery, theirs, { headers })).toMatchObject({ status: 200 });
  await nothingChanged(async () => {
    const stale = { status: 412, body: { error: { code: "version.stale" } } };
    expect(await call(report.editQuery, { ...theirs, description: "Mine" }, { headers })).toMatchObject(stale);
  });
  for (const { id } of [saved, other]) await call(report.removeQuery, { id });
  expect(await call(report.readQuery, { id: saved.id })).toMatchObject({ status: 404 });
  const again = (await call(report.createQuery, given)).body;
  await call(report.removeQuery, { id: again.id });
});

// PostgreSQL determines the lower case: a page that started where JavaScript would put it started with the same row,
// for ever.
it("saved reports are listed once each, page by page, whatever the script of their names", async () => {
  const names = ["ΑΣ", "ΑΣΒ", "İzmir", "Ⱥ", "😀"];
  for (const name of names) await call(report.createQuery, { name, statement: "select count(*) from orders" });
  const whole = (await call(report.listQueries, { limit: 200 })).body.items.map(({ name }) => name);
  const found: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < whole.length; page++) {
    const { body } = await call(report.listQueries, { limit: 1, ...(cursor && { cursor }) });
    found.push(...body.items.map(({ name }) => name));
    cursor = body.nextCursor ?? undefined;
  }
  expect(found).toEqual(whole);
  expect(whole).toEqual(expect.arrayContaining(names));
});
