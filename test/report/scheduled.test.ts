/** Saved reports that are emailed in the morning of the store. */

import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as message from "#core/contract/message";
import * as report from "#core/contract/report";
import * as store from "#core/contract/store";
import { admitReports } from "#core/db/bring-up/admit-reports";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { removeOldFiles } from "#core/message/remove-old-files";
import { sendScheduledReports } from "#core/report/sql/send-scheduled";
import { within } from "#core/time-left";
import { call } from "../support/call.ts";
import { aMailServer, mailsGoTo, workOnMessages } from "../support/given/mail.ts";
import { nothingChanged } from "../support/given/orders.ts";
import { aPerson, aVendor, roleHas } from "../support/given/people.ts";

beforeAll(async () => {
  expect(await admitReports(process.env["DATABASE_URL"] ?? "")).toBe(true);
});

beforeEach(async () => {
  await db().execute(sql`update events set unwritten = false`);
  await db().execute(sql`delete from report_schedules`);
  await db().execute(sql`delete from messages`);
  await call(store.edit, { timeZone: "Asia/Kolkata" });
});

let made = 0;
const aReport = async (statement: string) =>
  (await call(report.createQuery, { name: `Report ${++made}`, description: "Each country", statement })).body;
const scheduled = async (
  id: `rep_${string}`,
  people: readonly { id: `stf_${string}` }[],
  every: "day" | "monday" = "day",
) => call(report.setSchedule, { id, schedule: { every, staffIds: people.map((person) => person.id) } });
/** Half past six in India, on a Wednesday. */
const wednesday = new Date("2026-04-01T01:00:00Z");
const work = async (now: Date) => {
  await sendScheduledReports(within(60_000), now);
  await workOnMessages();
};

const countries = "select 'India' as country, 112 as orders union all select '=1+1', null order by 1 desc";

describe("a scheduled report", () => {
  it("arrives as a table and as a file, once a morning, with that morning's figures", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    const [asha, ravi] = [await aPerson(), await aPerson({ role: "manager" })];
    const { id, name } = await aReport(countries);
    expect((await scheduled(id, [asha, ravi])).body.schedule).toMatchObject({ every: "day", staff: [{}, {}] });
    await work(wednesday);
    await work(new Date(wednesday.getTime() + 900_000));
    expect(server.mails.map(({ envelope }) => envelope.to[0]).toSorted()).toEqual([asha.email, ravi.email].toSorted());
    const [{ parsed }] = server.mails as [(typeof server.mails)[number]];
    expect(parsed.subject).toBe(`${name}, 1 April 2026`);
    expect(parsed.text).toContain("country | orders\nIndia | 112");
    expect(parsed.html).toContain(">112<");
    const [file] = parsed.attachments;
    expect([file?.filename, file?.contentType]).toEqual([`report-${made}-2026-04-01.csv`, "text/csv"]);
    // A spreadsheet runs what begins with "=", and without the mark in front takes UTF-8 for other letters.
    expect(file?.content.toString()).toBe("\uFEFFcountry,orders\r\nIndia,112\r\n'=1+1,\r\n");
    await work(new Date("2026-04-02T01:00:00Z"));
    expect(server.mails).toHaveLength(4);
  });

  // Noon in London is the next day there: the file had one day in its name, and the subject another.
  it("has the day of the store, however far east it is", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    await call(store.edit, { timeZone: "Pacific/Auckland" });
    const { id, name } = await aReport(countries);
    await scheduled(id, [await aPerson()]);
    await work(new Date("2026-03-31T18:30:00Z"));
    expect(server.mails[0]?.parsed.subject).toBe(`${name}, 1 April 2026`);
    expect(server.mails[0]?.parsed.attachments[0]?.filename).toBe(`report-${made}-2026-04-01.csv`);
  });

  it("has its name in any script", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    const input = { name: `बिक्री ${++made}`, description: "Sales", statement: countries };
    const { id } = (await call(report.createQuery, input)).body;
    await scheduled(id, [await aPerson()]);
    await work(wednesday);
    expect(server.mails[0]?.parsed.attachments[0]?.filename).toBe(`बिक्री-${made}-2026-04-01.csv`);
  });

  // A sum of large amounts and an average lose digits as JavaScript numbers.
  it("has every digit of each figure, and a spreadsheet reads it as a number", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    const { id } = await aReport(
      "select 9007199254740993::bigint as a, -12.50 as b, -1e-7::float8 as c, 10 / 3.0 as d",
    );
    await scheduled(id, [await aPerson()]);
    await work(wednesday);
    const file = server.mails[0]?.parsed.attachments[0]?.content.toString();
    expect(file).toBe("\uFEFFa,b,c,d\r\n9007199254740993,-12.50,-1e-07,3.3333333333333333\r\n");
  });

  it.each([
    ["at night", "day", "2026-03-31T22:00:00Z", 0],
    ["in the afternoon", "day", "2026-04-01T10:00:00Z", 0],
    ["on a Wednesday, when Mondays were asked for", "monday", "2026-04-01T01:00:00Z", 0],
    ["on a Monday", "monday", "2026-04-06T01:00:00Z", 1],
    // It is Monday in India, and still Sunday in London.
    ["by the day of the store, not that of the machine", "monday", "2026-04-05T20:00:00Z", 0],
  ] as const)("%s, %s at %s: %i", async (_, every, at, times) => {
    const { id } = await aReport(countries);
    await scheduled(id, [await aPerson()], every);
    await work(new Date(at));
    expect((await call(message.list, { kind: "report.scheduled" })).body.items).toHaveLength(times);
  });

  it("is not sent to people who have left or may no longer read reports", async () => {
    const [gone, clerk, stays] = [await aPerson(), await aPerson({ role: "staff" }), await aPerson()];
    const { id } = await aReport(countries);
    await scheduled(id, [gone, clerk, stays]);
    await db().execute(sql`update staff set removed_at = now() where id = ${gone.id}`);
    await roleHas("staff", []);
    await work(wednesday);
    const { items } = (await call(message.list, { kind: "report.scheduled" })).body;
    expect(items.map(({ recipient }) => recipient)).toEqual([stays.email]);
  });

  // Whoever was bound to a vendor later went on getting the figures of all others.
  it("is not sent to vendor logins, to whom reports are closed, whatever their role allows", async () => {
    const seller = await aPerson({ role: "vendor", vendorId: await aVendor() });
    const { id } = await aReport(countries);
    await scheduled(id, [seller, await aPerson()]);
    await roleHas("vendor", ["reports.read"]);
    await work(wednesday);
    const { items } = (await call(message.list, { kind: "report.scheduled" })).body;
    expect(items.map(({ recipient }) => recipient)).not.toContain(seller.email);
    expect(items).toHaveLength(1);
  });

  // Silence would look like a report in which nothing has happened.
  it("that cannot be run says so, in PostgreSQL's words", async () => {
    const { id } = await aReport("select nothing_of_the_kind from orders");
    await scheduled(id, [await aPerson()]);
    await work(wednesday);
    const [item] = (await call(message.list, { kind: "report.scheduled" })).body.items;
    const { body, attachment } = (await call(message.read, { id: item!.id })).body;
    expect([body, attachment]).toEqual([expect.stringContaining('column "nothing_of_the_kind" does not exist'), null]);
  });

  // A schema that does not exist was taken for a fault of the server, and no report made later was sent that morning.
  it.each(["select 1::nowhere.thing as a", "select nowhere.total()", "select 'nowhere'::regnamespace"])(
    "says so too if a schema is missing, and those made later are sent: %s",
    async (statement) => {
      const [broken, good] = [await aReport(statement), await aReport(countries)];
      for (const { id } of [broken, good]) await scheduled(id, [await aPerson()]);
      await work(wednesday);
      const { items } = (await call(message.list, { kind: "report.scheduled" })).body;
      const bodies = await Promise.all(items.map(async ({ id }) => (await call(message.read, { id })).body.body));
      expect(bodies).toEqual([
        expect.stringContaining("India"),
        expect.stringContaining('schema "nowhere" does not exist'),
      ]);
    },
  );

  it("that the server fails to run does not keep those made later from being sent", async () => {
    const [broken, good] = [await aReport(countries), await aReport(countries)];
    for (const { id } of [broken, good]) await scheduled(id, [await aPerson()]);
    await db().execute(sql`update report_queries set parameters = '[{"name": 1}, null]' where id = ${broken.id}`);
    await work(wednesday);
    const { items } = (await call(message.list, { kind: "report.scheduled" })).body;
    expect(items.map(({ subject }) => subject)).toEqual([`${good.name}, 1 April 2026`]);
  });

  // Such an email was too long to be written, so nobody got the file either.
  it.each([
    ["one column", `select repeat('"&', 700000) as note`],
    ["many columns", `select ${Array(10).fill(`repeat('"', 2500)`).join(", ")} from generate_series(1, 50)`],
    ["signs of two units", "select repeat('😀', 300000) as note, 1 as orders"],
  ])("with very long cells is cut in the email, and complete in the file: %s", async (_, statement) => {
    const server = await aMailServer();
    await mailsGoTo(server);
    const { id } = await aReport(statement);
    await scheduled(id, [await aPerson()]);
    await work(wednesday);
    const { text, attachments } = server.mails[0]!.parsed;
    expect(text).toMatch(/["&😀]…/u);
    expect(text).toContain("The file has all of it.");
    expect(text?.isWellFormed()).toBe(true);
    expect(attachments[0]?.content.length).toBeGreaterThan(1_000_000);
  });

  // It said 5,000 whatever the file had, and that a row too long for any file was nothing.
  it.each([
    ["select n from generate_series(1, 6000) n", "The file has the first 5,000 rows."],
    ["select n, repeat('x', 1000000) as note from generate_series(1, 9) n", "The file has the first 2 rows."],
    ["select n, repeat('x', 2000000) as note from generate_series(1, 9) n", "The file has the first row."],
    ["select repeat('x', 3000001) as note", "could not be run this morning: Its first row is larger than 3 MB."],
  ])("says how much of the report the file has: %s", async (statement, says) => {
    const { id } = await aReport(statement);
    await scheduled(id, [await aPerson()]);
    await work(wednesday);
    const [item] = (await call(message.list, { kind: "report.scheduled" })).body.items;
    expect((await call(message.read, { id: item!.id })).body.body).toContain(says);
  });

  it("is cut in the email, and complete in the file", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    const { id } = await aReport("select n, n::text || '<b>' as name from generate_series(1, 200) n");
    await scheduled(id, [await aPerson()]);
    await work(wednesday);
    const [{ parsed }] = server.mails as [(typeof server.mails)[number]];
    expect(parsed.html).toContain("50&lt;b&gt;");
    expect(parsed.html).not.toContain("51&lt;b&gt;");
    expect(parsed.text).toContain("The file has all of it.");
    expect(parsed.attachments[0]?.content.toString().split("\r\n")).toHaveLength(202);
    const [item] = (await call(message.list, { kind: "report.scheduled" })).body.items;
    await call(message.resend, { id: item!.id });
    await workOnMessages();
    expect(server.mails[1]?.parsed.attachments).toHaveLength(1);
  });

  // The figures of every morning were kept for ever, unlike all other files.
  it("keeps its file as long as exports are kept, and can then not be sent again without it", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    const { id } = await aReport(countries);
    await scheduled(id, [await aPerson()]);
    await work(wednesday);
    const [item] = (await call(message.list, { kind: "report.scheduled" })).body.items;
    const read = async () => (await call(message.read, { id: item!.id })).body;
    const aged = (days: number, dueAt: string | null) =>
      db().execute(sql`
        update messages set created_at = now() - make_interval(days => ${days}), due_at = ${dueAt}::timestamptz,
          status = ${dueAt ? "queued" : "sent"} where id = ${item!.id}`);
    await aged(29, null);
    expect(await removeOldFiles(within(60_000))).toBe(0);
    await aged(31, "2026-04-01T01:00:00Z");
    expect(await removeOldFiles(within(60_000))).toBe(0);
    await aged(31, null);
    const before = await read();
    expect(await removeOldFiles(within(60_000))).toBe(1);
    expect(await removeOldFiles(within(60_000))).toBe(0);
    expect(await read()).toEqual({ ...before, cannotResend: "message.fileRemoved" });
    await nothingChanged(async () => {
      expect((await call(message.resend, { id: item!.id })).body.error?.code).toBe("message.fileRemoved");
    });
  });

  it("stops if its schedule or the report is removed", async () => {
    const [one, other] = [await aReport(countries), await aReport(countries)];
    const person = await aPerson();
    await scheduled(one.id, [person]);
    await scheduled(other.id, [person]);
    expect((await call(report.setSchedule, { id: one.id, schedule: null })).body.schedule).toBeNull();
    await call(report.removeQuery, { id: other.id });
    await work(wednesday);
    expect((await call(message.list, { kind: "report.scheduled" })).body.items).toEqual([]);
  });

  it("is refused for someone who is not on the team, and for an unknown report", async () => {
    const [{ id }, person] = [await aReport(countries), await aPerson()];
    await nothingChanged(async () => {
      expect((await scheduled(id, [{ id: "stf_01k9zzzzzzzzzzzzzzzzzzzzzz" }])).body.error?.code).toBe("staff.unknown");
      expect((await scheduled("rep_01k9zzzzzzzzzzzzzzzzzzzzzz", [person])).body.error?.code).toBe("report.unknown");
      expect((await scheduled(id, [])).status).toBe(400);
    });
  });
});
