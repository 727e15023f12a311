/** Merging two customers, and erasing personal data, even while orders are being placed. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as auditApi from "#core/contract/audit";
import * as cart from "#core/contract/cart";
import * as customer from "#core/contract/customer";
import * as exports from "#core/contract/export";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import * as report from "#core/contract/report";
import * as returns from "#core/contract/returns";
import * as view from "#core/contract/view";
import { eraseCustomer } from "#core/customer/erase-customer";
import { lockedCustomer } from "#core/customer/lock-customer";
import { mergeCustomers } from "#core/customer/merge-customers";
import { admitReports } from "#core/db/bring-up/admit-reports";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { namedIn } from "#core/db/named-in";
import { lookAt } from "#core/file/read";
import { removeDiscardedFiles } from "#core/file/remove-discarded";
import { newId } from "#core/id";
import { within } from "#core/time-left";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aCarrier, anOrderToSend, book } from "../support/given/carriers.ts";
import { aFilledCart } from "../support/given/carts.ts";
import { aCustomer, aGroup, someEmail } from "../support/given/customers.ts";
import { someFiles } from "../support/given/files.ts";
import { aGateway, makeCalls } from "../support/given/gateways.ts";
import { anUploadedImport, imported, importNow, rowsOf, runJobs, startedImport } from "../support/given/imports.ts";
import { anOrder, nothingChanged, shipped, somebody } from "../support/given/orders.ts";
import { shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

const read = async (id: customer.Customer["id"] | null) => (await call(customer.read, { id: id! })).body;

const removed = "Removed: the customer was erased.";

/** A shipped order: its address is no longer needed. */
const aSentOrder = (email: string) => anOrder({ email, shippedQuantity: 2 });

describe("customer.merge", () => {
  it("moves orders, groups, tags, addresses and the note, and keeps what this one has", async () => {
    const [one, two] = [await aGroup(), await aGroup()];
    const kept = await aCustomer({ name: "Asha Rao", tags: ["vip"], groupIds: [one.id], note: "Rings twice" });
    const address = { line1: "1 Hill Road", city: "Mumbai", postalCode: "400050", country: "IN" } as const;
    const gone = await aCustomer({
      name: "A. Rao",
      phone: "+919000000002",
      tags: ["VIP", "press"],
      groupIds: [one.id, two.id],
      addresses: [address],
      note: "Allergic to nuts",
      acceptsMarketing: true,
    });
    const placed = await anOrder({ email: gone.email!, paid: true });
    const { status, body } = await call(customer.merge, { id: kept.id, otherId: gone.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Asha Rao",
      email: kept.email,
      phone: "+919000000002",
      note: "Rings twice\n\nAllergic to nuts",
      addresses: [{ ...address, isDefault: true }],
      marketing: { accepts: true },
      orders: 1,
      spent: placed.totals!.total,
    });
    expect(body.groups.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted());
    expect(body.tags.map((tag) => tag.toLowerCase()).toSorted()).toEqual(["press", "vip"]);
    expect(await read(gone.id)).toMatchObject({ mergedInto: kept.id, orders: 0, groups: [] });
    const listed = (await call(customer.list, { q: gone.email! })).body.items;
    expect(listed).toEqual([]);
  });

  // The record could otherwise never be saved again, nor its export imported.
  it("never exceeds the limits of a customer", async () => {
    const tags = (of: string) => Array.from({ length: 40 }, (_, nth) => `${of} ${nth}`);
    const [kept, gone] = [
      await aCustomer({ tags: tags("kept"), note: "😀".repeat(4000) }),
      await aCustomer({ tags: ["KEPT 3", ...tags("gone")], note: "n".repeat(4000) }),
    ];
    const { body } = await call(customer.merge, { id: kept.id, otherId: gone.id });
    expect(body.tags).toEqual([...tags("kept"), ...tags("gone").slice(0, 10)]);
    expect(body.note).toBe(`${"😀".repeat(4000)}\n\n${"n".repeat(998)}`);
    const { name, note } = body;
    expect((await call(customer.edit, { id: kept.id, name, note, tags: body.tags })).body).toEqual(body);
    expect((await read(gone.id)).note).toBe("n".repeat(4000));

    const [few, more] = [await aCustomer(), await aCustomer()];
    for (const { id } of [few, more]) {
      await db().execute(sql`
        with made as (
          insert into customer_groups (id, name, created_at)
          select 'grp_' || substr(md5(${id} || n), 1, 26), ${id} || n, now() from generate_series(1, 60) n returning id)
        insert into customer_group_members (customer_id, group_id) select ${id}, id from made`);
    }
    const { groups } = (await call(customer.merge, { id: few.id, otherId: more.id })).body;
    expect(groups.filter(({ name }) => name.startsWith(few.id))).toHaveLength(60);
    expect(groups).toHaveLength(100);
  });

  // The group was read before it was gone, and joined after: the merge was answered with 500.
  it("leaves out a group that is removed at the same time", async () => {
    const [removed, stays] = [await aGroup(), await aGroup()];
    const [kept, gone] = [await aCustomer(), await aCustomer({ groupIds: [removed.id, stays.id] })];
    const { merging } = await db().transaction(async (tx) => {
      await tx.execute(sql`delete from customer_group_members where group_id = ${removed.id}`);
      await tx.execute(sql`delete from customer_groups where id = ${removed.id}`);
      const merging = call(customer.merge, { id: kept.id, otherId: gone.id });
      await untilSomebodyWaits();
      return { merging }; // not awaited: it goes on when the group is gone
    });
    const { status, body } = await merging;
    expect(status).toBe(200);
    expect(body.groups.map(({ id }) => id)).toEqual([stays.id]);
  });

  it("assigns orders from either email address to the remaining customer, even after several merges", async () => {
    const [a, b, c] = [await aCustomer(), await aCustomer(), await aCustomer()];
    await call(customer.merge, { id: b.id, otherId: a.id });
    await call(customer.merge, { id: c.id, otherId: b.id });
    for (const { email } of [a, b, c]) expect((await anOrder({ email: email! })).customerId).toBe(c.id);
    expect(await read(c.id)).toMatchObject({ orders: 3 });
  });

  // Staff used to be told to merge the two, which they had already done.
  it("lets the remaining customer take the merged one's email address, whose orders are theirs from then on", async () => {
    const [kept, gone] = [await aCustomer(), await aCustomer()];
    await call(customer.merge, { id: kept.id, otherId: gone.id });
    expect(await call(customer.edit, { id: kept.id, email: gone.email! })).toMatchObject({
      status: 200,
      body: { id: kept.id, email: gone.email },
    });
    for (const { email } of [kept, gone]) expect((await anOrder({ email: email! })).customerId).toBe(kept.id);
  });

  it("loses no order from a customer who was merged into the merged one a moment ago", async () => {
    const { variantId } = await aVariantInStock(5);
    const [first, second, third] = [await aCustomer(), await aCustomer(), await aCustomer()];
    const { merging, placing } = await inChange(system("test"), async (change) => {
      await mergeCustomers(change, { id: second.id, otherId: first.id });
      const merging = call(customer.merge, { id: third.id, otherId: second.id });
      await untilSomebodyWaits();
      const placing = call(order.create, { ...somebody, email: first.email!, lines: [{ variantId, quantity: 1 }] });
      await untilSomebodyWaits({ count: 2 });
      return { merging, placing }; // not awaited: they go on after the first merge
    });
    const [merged, placed] = await Promise.all([merging, placing]);
    expect([merged.status, placed.status]).toEqual([200, 201]);
    expect((await call(order.read, { id: placed.body.id })).body.customerId).toBe(third.id);
  });

  it("does not change the orders: their versions stay", async () => {
    const kept = await aCustomer();
    const placed = await anOrder({ email: someEmail() });
    await call(customer.merge, { id: kept.id, otherId: placed.customerId! });
    expect((await call(order.read, { id: placed.id })).body).toMatchObject({
      customerId: kept.id,
      version: placed.version,
    });
  });

  // An order placed while two clerks merged its customer would belong to a customer who is gone.
  it("loses no order that is placed, paid or cancelled concurrently", async () => {
    const { variantId } = await aVariantInStock(200);
    const lines = [{ variantId, quantity: 1 }];
    const kept = await aCustomer();
    const emails = [someEmail(), someEmail()];
    const first = await Promise.all(emails.map((email) => anOrder({ email })));
    const placing = Array.from({ length: 20 }, (_, nth) =>
      call(order.create, { ...somebody, email: emails[nth % 2]!, lines }),
    );
    const merging = first.map(({ customerId }) => call(customer.merge, { id: kept.id, otherId: customerId! }));
    const moving = [
      call(order.cancel, { id: first[0]!.id }),
      call(order.markPaid, { id: first[1]!.id, outcome: "paid", method: "cash" }),
    ];
    const answers = await Promise.all([...placing, ...merging, ...moving]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
    const [strayed] = await db().execute<{ orders: number }>(sql`
      select count(*)::integer as orders from orders join customers on customers.id = customer_id
      where merged_into is not null`);
    expect(strayed).toEqual({ orders: 0 });
    expect(await read(kept.id)).toMatchObject({ orders: 21, spent: first[1]!.totals!.total });
  });

  it.each([
    ["one with itself", async () => (await aCustomer()).id, 409, "customer.same"],
    ["one that is unknown", () => "cus_00000000000000000000000000" as const, 404, "customer.unknown"],
  ])("refuses %s", async (_, other, status, code) => {
    const otherId = await other();
    const id = code === "customer.same" ? otherId : (await aCustomer()).id;
    await nothingChanged(async () => {
      expect(await call(customer.merge, { id, otherId })).toMatchObject({ status, body: { error: { code } } });
    });
  });

  it("refuses a customer that was merged or erased", async () => {
    const [a, b, c] = [await aCustomer(), await aCustomer(), await aCustomer()];
    await call(customer.merge, { id: a.id, otherId: b.id });
    await call(customer.erase, { id: c.id });
    const refused = async (otherId: customer.Customer["id"]) =>
      (await call(customer.merge, { id: a.id, otherId })).body.error?.code;
    expect(await refused(b.id)).toBe("customer.merged");
    expect(await refused(c.id)).toBe("customer.erased");
  });
});

describe("customer.erase", () => {
  it("replaces personal data in the customer, in those merged into them, and in their orders", async () => {
    const email = someEmail();
    const sent = await aSentOrder(email);
    const { id: groupId } = await aGroup();
    const other = await aCustomer({ name: "Other Name", note: "Secret note", groupIds: [groupId] });
    await call(customer.merge, { id: sent.customerId!, otherId: other.id });
    await db().execute(sql`
      insert into messages (id, cause, kind, channel, recipient, status, order_id, subject, body, asked_by, created_at)
      values (${newId("message")}, 'told', 'order.shipped', 'email', ${email}, 'sent', ${sent.id},
        ${`For ${somebody.name}`}, 'To Lake Road', 'test', now())`);
    const { status, body } = await call(customer.erase, { id: sent.customerId! });
    expect(status).toBe(200);
    const nothing = { email: null, phone: null, addresses: [], note: null, tags: [], groups: [] };
    expect(body).toMatchObject({ ...nothing, orders: 1 });
    const { body: after } = await call(order.read, { id: sent.id });
    expect(after.address).toMatchObject({ postalCode: "411001", country: "IN" });
    const left = JSON.stringify([
      await db().execute(sql`select * from customers where id in (${sent.customerId}, ${other.id})`),
      await db().execute(sql`select email, name, phone, address from orders where customer_id = ${sent.customerId}`),
      await db().execute(sql`select * from messages where order_id = ${sent.id}`),
    ]);
    for (const personal of [
      email,
      somebody.name,
      somebody.phone,
      "Lake Road",
      "Other Name",
      "Secret note",
      other.email!,
    ])
      expect(left).not.toContain(personal);
  });

  it("removes the person from requests to carriers, and keeps their outcomes", async () => {
    await aCarrier();
    const { made, place } = await anOrderToSend(2, { email: someEmail() });
    await book(made, place);
    await makeCalls();
    expect((await call(order.read, { id: made.id })).body.parcels).toMatchObject([{ status: "shipped" }]);
    const told = async () => {
      const { items } = (await call(provider.listCalls, { orderId: made.id })).body;
      const rows = await db().execute(sql`select * from calls where order_id = ${made.id}`);
      return { items, text: JSON.stringify([items, rows]) };
    };
    expect((await told()).text).toContain("Lake Road");
    expect((await call(customer.erase, { id: made.customerId! })).status).toBe(200);
    const { items, text } = await told();
    for (const personal of [made.contact!.email, somebody.name, somebody.phone, "Lake Road"])
      expect(text).not.toContain(personal);
    const booked = { does: "book", status: "done", attempts: [{ method: "POST", status: 201 }] };
    expect(items.find(({ does }) => does === "book")).toMatchObject(booked);
  });

  // For a month, whoever could import customers could still read what their files had said of an erased person.
  it("erases them from what imports have kept, and removes the files", async () => {
    const [email, other] = [someEmail(), someEmail()];
    const { id } = await aCustomer({ email });
    const refused = await imported("customers", `email,name,groups\n${email},Asha,Nobody\n${other},Ben,Nobody\n`);
    const tried = await imported("customers", `email,name\n${email},Asha R.\n${other},Ben\n`, { dryRun: true });
    const [header = "", row = ""] = shopifyOrders([shopifyRow({ Name: "#E1", Email: email, Total: "1" })]).split("\n");
    const orders = await imported("orders", `${header}\n${row}\n${row.replace("#E1", "#E2").replace(email, other)}\n`);
    expect(refused.refusedRows).not.toBeNull();
    expect((await call(customer.erase, { id })).status).toBe(200);

    for (const one of [refused, tried]) expect(await rowsOf(one.id)).toMatchObject([{ about: other }]);
    expect(await rowsOf(orders.id)).toMatchObject([{ about: "#E2" }]);
    expect(await importNow(refused.id)).toMatchObject({ refusedRows: null, counts: { refused: 2 } });
    expect(await db().execute(sql`select from job_rows where strpos(lower(job_rows::text), ${email}) > 0`)).toEqual([]);
    await removeDiscardedFiles(within(60_000));
    expect(await startedImport(tried.id)).toMatchObject({
      status: "failed",
      says: expect.stringContaining("upload it"),
    });
    const file = await lookAt(`exports/${refused.id}-refused.csv`, 1).catch((error) => error.code);
    expect(file).toBe("file.missing");
  });

  // A file without column names is refused by naming what stands in their place.
  it("removes what an import says of a file that begins with them", async () => {
    const [{ id, email }, other] = [await aCustomer(), someEmail()];
    const files = await Promise.all([email, other].map((one) => anUploadedImport("customers", `${one},Asha\n`)));
    for (const one of files) await startedImport(one, { dryRun: true });
    expect((await importNow(files[0]!)).says).toContain(email);
    expect((await call(customer.erase, { id })).status).toBe(200);
    expect((await importNow(files[0]!)).says).toBe("Removed: a customer was erased.");
    expect((await importNow(files[1]!)).says).toContain(other);
  });

  // It was left in the file store for a month, because the import no longer named it.
  it("removes the file of rows that were refused before the import was started again", async () => {
    const { id, email } = await aCustomer();
    const group = `Later ${id}`;
    const refused = await imported("customers", `email,name,groups\n${email},Asha,${group}\n`);
    expect(refused.refusedRows).not.toBeNull();
    await aGroup({ name: group });
    expect(await startedImport(refused.id)).toMatchObject({ refusedRows: null, counts: { refused: 0 } });
    expect((await call(customer.erase, { id })).status).toBe(200);
    await removeDiscardedFiles(within(60_000));
    const file = await lookAt(`exports/${refused.id}-refused.csv`, 1).catch((error) => error.code);
    expect(file).toBe("file.missing");
  });

  // Whoever may export could download the person's data for a month after they were erased.
  it("removes the exported files that may name them, those being written included", async () => {
    const { id, email } = await aCustomer();
    await someFiles();
    const filters = { q: email! };
    const kinds = ["customers", "orders", "audit", "products"] as const;
    const done = await Promise.all(kinds.map((kind) => call(exports.create, { kind, filters })));
    await runJobs();
    const underWay = await call(exports.create, { kind: "customers" });
    await db().execute(sql`update jobs set status = 'running' where id = ${underWay.body.id}`);
    expect((await call(customer.erase, { id })).status).toBe(200);

    await runJobs();
    await removeDiscardedFiles(within(60_000));
    const now = await Promise.all([...done, underWay].map(({ body }) => call(exports.read, { id: body.id })));
    const gone = { status: "cancelled", says: expect.stringContaining("export it again"), filters: {}, file: null };
    expect(now.map(({ body }) => body)).toMatchObject([gone, gone, gone, { status: "done", filters }, gone]);
    const left = await Promise.all(
      done.map(({ body }) =>
        lookAt(`exports/${body.id}.csv`, 1).then(
          () => "kept",
          (error) => error.code,
        ),
      ),
    );
    expect(left).toEqual(["file.missing", "file.missing", "file.missing", "kept"]);
  });

  // What was searched for may be the person: it stayed with exports that had failed or were cancelled, or waited.
  it("removes the text that was searched for from exports that have no file", async () => {
    const { id, email } = await aCustomer();
    await someFiles();
    const asked = async () => (await call(exports.create, { kind: "customers", filters: { q: email! } })).body.id;
    const [failed, cancelled, queued, unsearched] = [
      await asked(),
      await asked(),
      await asked(),
      (await call(exports.create, { kind: "orders" })).body.id,
    ];
    await db().execute(sql`update jobs set status = 'failed', due_at = null, ended_at = now() where id = ${failed}`);
    await call(exports.cancel, { id: cancelled });
    expect((await call(customer.erase, { id })).status).toBe(200);

    await runJobs();
    const now = await Promise.all(
      [failed, cancelled, queued, unsearched].map((one) => call(exports.read, { id: one })),
    );
    expect(now.map(({ body: { status, filters } }) => [status, filters])).toEqual([
      ["failed", {}],
      ["cancelled", {}],
      ["cancelled", {}],
      ["done", {}],
    ]);
  });

  // A colleague's "all orders of this person" named them to everyone for ever, and the audit did once it was removed.
  it("removes saved views that search for them, and what the audit says about such views", async () => {
    const { id, email } = await aCustomer();
    const aView = async (name: string, q: string) =>
      (await call(view.create, { list: "orders", name: `${name} of ${id.slice(-5)}`, search: { q } })).body;
    const theirs = await aView("Orders", email!.toUpperCase());
    const edited = await aView("More", email!);
    const other = await aView("Teapots", "teapot");
    await call(view.edit, { id: edited.id, search: { q: "kettle" } });
    await call(view.remove, { id: edited.id });
    const said = async () =>
      (await Promise.all([theirs, edited, other].map((one) => entriesAbout(one.id))))
        .flat()
        .map(({ action, before, after }) => ({
          ...{ action, before, after },
        }));
    expect(
      JSON.stringify(await said())
        .toLowerCase()
        .split(email!),
    ).toHaveLength(4);
    expect((await call(customer.erase, { id })).status).toBe(200);

    const changed = ["list", "name", "search", "shared"];
    const { list, name, search, shared } = other;
    expect(await said()).toEqual([
      { action: "view.create", before: null, after: { changed } },
      { action: "view.create", before: null, after: { changed } },
      { action: "view.edit", before: null, after: { changed: ["search"] } },
      { action: "view.remove", before: { list, name: edited.name, search: { q: "kettle" }, shared }, after: null },
      { action: "view.create", before: null, after: { list, name, search, shared } },
    ]);
    const ids = (await call(view.list, { list: "orders" })).body.items.map((one) => one.id);
    expect([ids.includes(theirs.id), ids.includes(other.id)]).toEqual([false, true]);
  });

  // A view of joann@x.com disappeared when ann@x.com was erased.
  it("removes saved views with their whole address or number only, however it is set into the text", async () => {
    const last = Date.now().toString().slice(-6);
    const [email, phone] = [`ann+a_b.${last}@example.com`, `+9198${last}01`];
    const { id } = await aCustomer({ email, phone });
    const aView = async (q: string, name = q) =>
      (await call(view.create, { list: "orders", name: name.slice(0, 60), search: { q } })).body.id;
    const theirs = await Promise.all([
      aView(`${email} urgent`),
      aView("late", `Of ${email}.`),
      aView(phone),
      aView(`(${email})`, `b${last}`),
      aView(`Call\n${email}`, `c${last}`),
    ]);
    const others = await Promise.all(
      [`jo${email}`, `jo.${email}`, `${email}.au`, `${email}x`, `${phone}1`, email.replace("_", "x")].map((q) =>
        aView(q),
      ),
    );
    expect((await call(customer.erase, { id })).status).toBe(200);
    const left = await db().execute<{ id: string }>(sql`select id from list_views`);
    const ids = left.map((one) => one.id);
    expect(theirs.filter((one) => ids.includes(one))).toEqual([]);
    expect(others.filter((one) => !ids.includes(one))).toEqual([]);
  });

  // An imported order may have any digits as its number, which are a postal code elsewhere.
  it("leaves what only looks like a short number of theirs", async () => {
    const { customerId, id } = await aSentOrder(someEmail());
    await db().execute(sql`update orders set phone = '411001' where id = ${id}`);
    const { body: kept } = await call(view.create, { list: "orders", name: "Pune", search: { q: "411001" } });
    expect((await call(customer.erase, { id: customerId! })).status).toBe(200);
    expect(await db().execute(sql`select from list_views where id = ${kept.id}`)).toHaveLength(1);
  });

  // A note with the address to which a parcel was redirected named its customer for ever, and so did one that was removed.
  it("removes the text of notes that have their address or number, and what the audit says about removed ones", async () => {
    const email = someEmail();
    const sent = await aSentOrder(email);
    await call(order.editDetails, { id: sent.id, phone: "+919812345678" });
    const noted = async (text: string) => (await call(order.addNote, { id: sent.id, text })).body.note;
    const theirs = [await noted(`Wrote to ${email.toUpperCase()}`), await noted("Call +919812345678 first")];
    const other = await noted(`Not for x${email}`);
    const undone = await noted(`Ask ${email}`);
    await call(order.removeNote, { id: sent.id, noteId: undone.id });
    expect((await call(customer.erase, { id: sent.customerId! })).status).toBe(200);

    const { items } = (await call(order.timeline, { id: sent.id })).body;
    const gone = theirs.map(({ id, by, at }) => ({
      type: "note",
      id,
      by,
      at,
      text: removed,
    }));
    expect(items.filter(({ type }) => type === "note")).toEqual([...gone, { type: "note", ...other }]);
    const entries = await entriesAbout(sent.id);
    expect(entries.find(({ action }) => action === "order.removeNote")!.before).toEqual({
      changed: ["noteId", "text"],
    });
    expect(JSON.stringify(entries).replaceAll(`x${email}`, "")).not.toContain(email);
  });

  // They stayed on the order, in its history, in the list by tags and in exports.
  it("removes reasons, references and tags of their orders that have their address or number, and those in the audit", async () => {
    const [email, phone] = [someEmail(), "+919812345679"];
    const made = await anOrder({ email });
    const { id, customerId, lines } = made;
    await call(order.editDetails, { id, phone });
    const reason = `${email} has not paid`;
    await aGateway();
    await db().execute(sql`
      insert into payment_requests (id, order_id, gateway, mode, amount_minor, currency, status, says, actor_name, at)
      values (${newId("paymentRequest")}, ${id}, 'test', 'test', 100, 'INR', 'closed', ${reason}, 'Asha', now())`);
    await call(order.markPaid, { id, outcome: "failed", reason });
    const reference = `UTR 77 of ${email.toUpperCase()}`;
    await call(order.markPaid, { id, outcome: "paid", method: "cash", reference });
    await shipped(made, 2);
    await call(order.tag, { id, tags: [`for ${email}`, "gift"] });
    const back = [{ lineId: lines[0]!.id, quantity: 1, restock: false }];
    const returned = async (reason: string) => (await call(returns.record, { id, lines: back, reason })).body.return.id;
    await call(returns.withdraw, { id, returnId: await returned(`Undone for ${phone}`) });
    for (const reason of [`Ask ${phone}`, "Too small"]) await returned(reason);
    await db().execute(sql`update orders set cancel_reason = ${`Asked by ${email}`} where id = ${id}`);
    const told = async () => {
      const [{ body: now }, { body: timeline }, { body: audited }] = await Promise.all([
        call(order.read, { id }),
        call(order.timeline, { id }),
        call(auditApi.list, { subjectId: id }),
      ]);
      return { now, text: JSON.stringify([now, timeline.items, audited.items]).toLowerCase() };
    };
    for (const one of [email, phone]) expect((await told()).text).toContain(one);
    expect((await call(customer.erase, { id: customerId! })).status).toBe(200);
    const { now, text } = await told();
    for (const one of [email, phone]) expect(text).not.toContain(one);
    expect(now).toMatchObject({
      tags: ["gift"],
      cancelReason: removed,
      returns: [{ reason: removed }, { reason: "Too small" }],
    });
    const kept = await db().execute(sql`select reference, reason from payments where order_id = ${id} order by id`);
    expect(kept).toEqual([
      { reference: null, reason: removed },
      { reference: removed, reason: null },
    ]);
  });

  // A till's customer has the number of each order: PostgreSQL tried 400 patterns on each text, for a minute.
  it("searches what was typed for many numbers without trying a pattern for each", async () => {
    const numbers = Array.from({ length: 400 }, (_, nth) => `+9198${String(nth).padStart(8, "0")}`);
    const found = await db().transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = '10s'`);
      return tx.execute(sql`
        select typed from (select 'UTR ' || n || ' of +9198' || lpad(n::text, 8, '0') || '0' as typed
            from generate_series(1, 2000) n union all select 'from +919800000007') texts
        where ${namedIn(numbers, sql`typed`)}`);
    });
    expect(found).toEqual([{ typed: "from +919800000007" }]);
  });

  // In India a payment's reference is often the payer's UPI address, which begins with their number.
  it("finds a number in a UPI address, and an address not in a longer one", async () => {
    const texts = ["+919812345679", "9812345670", "ann@example.com"];
    const found = await db().execute(sql`
      select typed from unnest(array['UPI 9812345670@ybl', 'of +919812345679@upi', '19812345670@ybl', 'ann@example.com@x']) typed
      where ${namedIn(texts, sql`typed`)}`);
    expect(found.map(({ typed }) => typed)).toEqual(["UPI 9812345670@ybl", "of +919812345679@upi"]);
  });

  it("removes what older entries of the audit say about removed notes", async () => {
    const [kept, gone] = [await aSentOrder(someEmail()), await aSentOrder(someEmail())];
    await call(customer.erase, { id: gone.customerId! });
    for (const { id } of [kept, gone]) {
      await db().execute(sql`
        insert into audit (id, change_id, at, actor_kind, actor_id, actor_name, actor_role, action, subject_type, subject_id, before)
        select ${newId("audit")}, change_id, at, actor_kind, actor_id, actor_name, actor_role, 'order.removeNote', 'order', ${id},
          '{"noteId": "note", "text": "Ask them"}'
        from audit where subject_id = ${id} limit 1`);
    }
    const migration = join(import.meta.dirname, "../../core/db/migrations/0089-removed-notes.sql");
    await db().$client.unsafe(readFileSync(migration, "utf8")).simple();
    const removal = async ({ id }: order.Order) =>
      (await entriesAbout(id)).find(({ action }) => action === "order.removeNote")!.before;
    expect(await removal(kept)).toEqual({ noteId: "note", text: "Ask them" });
    expect(await removal(gone)).toEqual({ changed: ["text", "noteId"] });
    await call(customer.erase, { id: kept.customerId! });
    expect(await removal(kept)).toEqual({ changed: ["text", "noteId"] });
  });

  // What a report was asked about stayed with its run and in the audit, for ever.
  it("removes them from the runs of reports, and from what the audit says about those", async () => {
    const { id, email } = await aCustomer();
    const parameters = [{ name: "who", label: "Who", type: "text", default: null }] as const;
    const statement = `select 1 as one where {{who}} is not null and '${email}' is not null`;
    const asked = async (who: string, text: string) => {
      const { body } = await call(report.tryQuery, { statement: text, declared: [...parameters], parameters: { who } });
      return body.runId;
    };
    await admitReports(process.env["DATABASE_URL"] ?? "");
    const short = "select 1 as one where {{who}} is not null";
    const runs = [await asked(email!, short), await asked("nobody", statement), await asked(`x${email}`, short)];
    expect((await call(customer.erase, { id })).status).toBe(200);
    const { items } = (await call(report.listRuns, {})).body;
    const said = runs.map((one) => items.find((item) => item.id === one));
    const gone = { statement: "-- Removed because a customer was erased.", parameters: {} };
    expect(said).toMatchObject([gone, gone, { statement: short, parameters: { who: `x${email}` } }]);
    const entries = await Promise.all(runs.map((one) => entriesAbout(one!)));
    const fields = { changed: ["runId", "statement", "parameters"] };
    expect(entries.flat().map(({ after }) => after)).toMatchObject([
      fields,
      fields,
      { parameters: { who: `x${email}` } },
    ]);
    const rows = await db().execute(sql`
      select audit::text from audit union all select p::text from audit_personal p union all select r::text from report_runs r`);
    expect(JSON.stringify(rows).split(email!)).toHaveLength(3);
    expect(JSON.stringify(rows).split(`x${email}`)).toHaveLength(3);
  });

  // The address of an erased person was in a label's file for two years, even if it was cancelled; and a refresh
  // fetched it again.
  it("removes their parcels' labels, including cancelled ones, and none is fetched again", async () => {
    await aCarrier();
    const { made, place } = await anOrderToSend(2, { email: someEmail() });
    const files: string[] = [];
    const aLabel = async () => {
      await book(made, place);
      await makeCalls();
      const { id: parcelId } = (await call(order.read, { id: made.id })).body.parcels.at(-1)!;
      files.push((await call(parcel.label, { id: made.id, parcelId })).body.url);
      return parcelId;
    };
    const found = () => Promise.all(files.map(async (url) => (await fetch(url)).status));
    await call(parcel.unship, { id: made.id, parcelId: await aLabel() });
    await makeCalls();
    const parcelId = await aLabel();
    expect(await found()).toEqual([200, 200]);
    expect((await call(customer.erase, { id: made.customerId! })).status).toBe(200);
    const none = { status: 409, body: { error: { code: "parcel.noLabel" } } };
    expect(await call(parcel.label, { id: made.id, parcelId })).toMatchObject(none);
    await removeDiscardedFiles(within(60_000));
    expect(await found()).toEqual([404, 404]);
    await call(parcel.refresh, { id: made.id, parcelId });
    await makeCalls();
    expect(await call(parcel.label, { id: made.id, parcelId })).toMatchObject(none);
  });

  // What is open is needed for its outcome, and nothing removed it, or the label that came with it, after that.
  it("removes the person from requests to carriers that were open then, and their labels, once they are settled", async () => {
    await aCarrier();
    const { made, place } = await anOrderToSend(2, { email: someEmail() });
    await book(made, place);
    await makeCalls();
    const { id: parcelId } = (await call(order.read, { id: made.id })).body.parcels[0]!;
    // Its label is fetched again, and what it was made from is still needed.
    await db().execute(sql`update parcels set label_key = null, label_format = null where id = ${parcelId}`);
    await db().execute(sql`
      update calls set status = 'asked', settled_at = null, due_at = clock_timestamp() where order_id = ${made.id} and does = 'book'`);
    await call(parcel.refresh, { id: made.id, parcelId });
    expect((await call(customer.erase, { id: made.customerId! })).status).toBe(200);
    await makeCalls();
    const rows = await db().execute(sql`
      select c.does, c.settled_at is not null as settled, c.asked, a.request, a.answer
      from calls c left join call_attempts a on a.call_id = c.id where c.order_id = ${made.id}`);
    expect(rows.every(({ settled }) => settled)).toBe(true);
    const text = JSON.stringify(rows);
    for (const personal of [made.contact!.email, somebody.name, somebody.phone, "Lake Road"])
      expect(text).not.toContain(personal);
    const none = { status: 409, body: { error: { code: "parcel.noLabel" } } };
    expect(await call(parcel.label, { id: made.id, parcelId })).toMatchObject(none);
    const kept = await db().execute(sql`
      select from media_files where key like ${`labels/${parcelId}.%`} and remove_after > clock_timestamp()`);
    expect(kept).toEqual([]);
  });

  it("removes the person from their carts, including ordered ones, and keeps the contents", async () => {
    const [email, other] = [someEmail(), someEmail()];
    const [ordered, open, others] = [
      await aFilledCart({ contact: { email } }),
      await aFilledCart({ contact: { email } }),
      await aFilledCart({ contact: { email: other } }),
    ];
    const done = await call(cart.checkOut, { token: ordered.token, payment: "manual" }, { as: ordered.key });
    const orderId = done.body.order!.id;
    await call(order.cancel, { id: orderId });
    const { customerId } = (await call(order.read, { id: orderId })).body;
    expect((await call(customer.erase, { id: customerId! })).status).toBe(200);
    const nobody = { email: null, name: null, phone: null, address: null };
    for (const { cart: was, token, key } of [ordered, open]) {
      const { body } = await call(cart.read, { token }, { as: key });
      expect(body).toMatchObject({ ...nobody, lines: [{ variantId: was.lines[0]!.variantId, quantity: 2 }] });
    }
    expect((await call(cart.inspect, { id: ordered.cart.id })).body.order?.id).toBe(orderId);
    const refused = await call(cart.checkOut, { token: open.token, payment: "manual" }, { as: open.key });
    expect(refused.body.error?.code).toBe("cart.notReady");
    expect((await call(cart.inspect, { id: others.cart.id })).body.email).toBe(other);
  });

  // The order belongs to the customer with the corrected address; the cart keeps the one that the shopper typed.
  it("removes the person from the cart of an order that belongs to someone else now", async () => {
    const { cart: was, token, key } = await aFilledCart();
    const done = await call(cart.checkOut, { token, payment: "manual" }, { as: key });
    const [found] = (await call(customer.list, { q: was.email! })).body.items;
    expect((await call(order.editDetails, { id: done.body.order!.id, email: someEmail() })).status).toBe(200);
    expect((await call(customer.erase, { id: found!.id })).status).toBe(200);
    const { body } = await call(cart.inspect, { id: was.id });
    expect([body.email, body.name, body.phone, body.address]).toEqual([null, null, null, null]);
    expect(body.order?.id).toBe(done.body.order!.id);
  });

  // A cart without an order was found by the customer's current address only: its name, phone and address stayed.
  it("removes the person from carts with an address that staff have changed since, but not from another's", async () => {
    const [one, two] = [await aCustomer(), await aCustomer()];
    const carts = await Promise.all([one, two].map(({ email }) => aFilledCart({ contact: { email: email! } })));
    for (const { id } of [one, one, two]) {
      expect((await call(customer.edit, { id, email: someEmail() })).body).not.toHaveProperty("formerEmails");
    }
    // Freed, and someone else's now.
    await aCustomer({ email: two.email! });
    await call(customer.merge, { id: two.id, otherId: one.id });
    expect((await call(customer.erase, { id: two.id })).status).toBe(200);
    const [first, second] = await Promise.all(
      carts.map(async ({ cart: { id } }) => (await call(cart.inspect, { id })).body),
    );
    expect([first!.email, first!.name, first!.phone, first!.address]).toEqual([null, null, null, null]);
    expect(second!.email).toBe(two.email);
    const kept = await db().execute(sql`
      select from customers where id in (${one.id}, ${two.id}) and former_emails <> '{}'`);
    expect(kept).toEqual([]);
  });

  it("leaves a cart with an address that another customer had too, until that one is erased", async () => {
    const one = await aCustomer();
    await call(customer.edit, { id: one.id, email: someEmail() });
    const two = await aCustomer({ email: one.email! });
    const { cart: filled } = await aFilledCart({ contact: { email: one.email! } });
    await call(customer.edit, { id: two.id, email: someEmail() });
    const emailAfterErasing = async ({ id }: typeof one) => {
      expect((await call(customer.erase, { id })).status).toBe(200);
      return (await call(cart.inspect, { id: filled.id })).body.email;
    };
    expect([await emailAfterErasing(one), await emailAfterErasing(two)]).toEqual([one.email, null]);
  });

  // A reminder of a cart goes to the number in it, which neither the customer nor an order has: it stayed for ever.
  it("removes reminders by SMS of their carts, whatever number was in them", async () => {
    const { id, email } = await aCustomer();
    const number = (last: string) => `+91981${Date.now().toString().slice(-6)}${last}`;
    const [own, others] = [number("1"), number("2")];
    await aFilledCart({ contact: { email: email!, phone: own } });
    await aFilledCart({ contact: { phone: others } });
    for (const phone of [own, others]) {
      await db().execute(sql`
        insert into messages (id, cause, kind, channel, recipient, status, body, asked_by, created_at)
        values (${newId("message")}, ${newId("event")}, 'cart.abandoned', 'sms', ${phone}, 'sent', 'Your cart', 'test', now())`);
    }
    await call(customer.erase, { id });
    const left = await db().execute<{ recipient: string }>(sql`
      select recipient from messages where recipient in (${own}, ${others})`);
    expect(left).toMatchObject([{ recipient: others }]);
  });

  it("is audited without the data, as is every other change of a customer", async () => {
    const email = someEmail();
    const { id } = await aCustomer({ email, name: "Very Private", note: "Whispers" });
    await call(customer.edit, { id, name: "Still Private", phone: "+919111111111", tags: [`asks ${email}`] });
    await call(customer.erase, { id });
    const { items } = (await call(customer.history, { id })).body;
    expect(items.map(({ action }) => action)).toEqual(["customer.erase", "customer.edit", "customer.create"]);
    // What was typed as a tag may name them.
    expect(items[1]).toMatchObject({ after: { changed: ["name", "phone"] }, before: {} });
    const said = JSON.stringify(items);
    for (const personal of [email, "Private", "Whispers", "+919111111111"]) expect(said).not.toContain(personal);
  });

  // Entries can never be changed: whatever is in one stays for ever.
  it("removes what their orders' details were before an edit from the audit, and keeps who edited what", async () => {
    const sent = await aSentOrder(someEmail());
    await call(order.editDetails, { id: sent.id, name: "Asha Private", phone: null });
    const told = async () => {
      const [{ body: timeline }, { body: listed }] = [
        await call(order.timeline, { id: sent.id }),
        await call(auditApi.list, { subjectId: sent.id, action: "order.editDetails" }),
      ];
      const inTimeline = timeline.items.filter((one) => one.type === "change" && one.action === "order.editDetails");
      return [inTimeline, listed.items];
    };
    const values = {
      before: { name: somebody.name, phone: somebody.phone },
      after: { name: "Asha Private", phone: null },
    };
    expect(await told()).toMatchObject([[values], [values]]);
    expect((await call(customer.erase, { id: sent.customerId! })).status).toBe(200);
    const fields = { before: null, after: { changed: ["name", "phone"] } };
    expect(await told()).toMatchObject([[fields], [fields]]);
    const rows = await db().execute(sql`
      select audit::text from audit where subject_id = ${sent.id}
      union all select p::text from audit_personal p where subject_id = ${sent.id}`);
    for (const personal of ["Private", somebody.name, somebody.phone])
      expect(JSON.stringify(rows)).not.toContain(personal);
  });

  it("frees the email address: a later order from it creates a new customer", async () => {
    const email = someEmail();
    const { customerId } = await aSentOrder(email);
    await call(customer.erase, { id: customerId! });
    const again = await anOrder({ email });
    expect(again.customerId).not.toBe(customerId);
  });

  it("is refused while an order still needs its address, and names the order", async () => {
    const placed = await anOrder({ email: someEmail() });
    await nothingChanged(async () => {
      expect(await call(customer.erase, { id: placed.customerId! })).toMatchObject({
        status: 409,
        body: { error: { code: "customer.hasOpenOrders", detail: { orders: [placed.number] } } },
      });
    });
  });

  it("done twice changes nothing", async () => {
    const { id } = await aCustomer();
    const first = await call(customer.erase, { id });
    expect((await call(customer.erase, { id })).body).toEqual(first.body);
    expect(await call(customer.edit, { id, name: "Back" })).toMatchObject({
      status: 409,
      body: { error: { code: "customer.erased" } },
    });
  });

  it("again erases what was written into an order meanwhile", async () => {
    const { id, customerId } = await anOrder({ email: someEmail(), shippedQuantity: 2 });
    const { body: erased } = await call(customer.erase, { id: customerId! });
    await call(order.editDetails, { id, name: "Asha Again", phone: "+919811112222" });
    expect((await call(customer.erase, { id: customerId! })).body).toMatchObject({ erasedAt: erased.erasedAt });
    const { contact } = (await call(order.read, { id })).body;
    expect(contact).toMatchObject({ name: "Erased", phone: null });
    expect(JSON.stringify(await db().execute(sql`select * from audit_personal`))).not.toContain("Asha Again");
  });

  // Orders of someone may have another person's address: edited before it moved them to that person, or imported.
  it("leaves another customer's suppressions alone, though an order of this one has their address", async () => {
    const [gone, staying] = [someEmail(), someEmail()];
    const { id, customerId } = await anOrder({ email: gone, shippedQuantity: 2 });
    await anOrder({ email: staying, shippedQuantity: 2 });
    await db().execute(sql`update orders set email = ${staying} where id = ${id}`);
    await db().execute(sql`
      insert into suppressions (channel, recipient, why, at) values ('email', ${staying}, 'bounced', now())`);
    await call(customer.erase, { id: customerId! });
    expect(await db().execute(sql`select from suppressions where recipient = ${staying}`)).toHaveLength(1);
  });

  // Two in one household have the same number: one had replied STOP, and was written to again after the other was erased.
  it("leaves the suppression of a number that another customer has too", async () => {
    const phone = `+91983${Date.now().toString().slice(-7)}`;
    const [gone] = [await aCustomer({ phone }), await aCustomer({ phone })];
    const number = `+91984${Date.now().toString().slice(-7)}`;
    const alone = await aCustomer({ phone: number });
    await db().execute(sql`
      insert into suppressions (channel, recipient, why, at)
      values ('sms', ${phone}, 'optedOut', now()), ('sms', ${number}, 'optedOut', now())`);
    for (const { id } of [gone, alone]) expect((await call(customer.erase, { id })).status).toBe(200);
    const left = await db().execute(sql`select recipient from suppressions where recipient in (${phone}, ${number})`);
    expect(left).toMatchObject([{ recipient: phone }]);
  });

  it.each([
    ["+44 (0)20 ", "+4420"],
    ["0044 (0)22 ", "+4422"],
    ["+39 (0)6 ", "+3906"],
  ])("leaves the suppression of a number that another customer has as %j", async (typed, plain) => {
    const rest = Date.now().toString().slice(-7);
    const [gone, kept] = [await aCustomer(), await aCustomer({ phone: plain + rest })];
    await db().execute(sql`update customers set phone = ${typed + rest} where id = ${gone.id}`);
    const number = plain + rest;
    await db().execute(
      sql`insert into suppressions (channel, recipient, why, at) values ('sms', ${number}, 'optedOut', now())`,
    );
    const left = () => db().execute(sql`select from suppressions where recipient = ${number}`);
    for (const [{ id }, count] of [
      [gone, 1],
      [kept, 0],
    ] as const) {
      expect((await call(customer.erase, { id })).status).toBe(200);
      expect(await left()).toHaveLength(count);
    }
  });

  // It was blocked with the zero in brackets, which is left out now.
  it("removes the suppression of a number from before its inner zero was left out", async () => {
    const rest = Date.now().toString().slice(-7);
    const { id } = await aCustomer();
    await db().execute(sql`update customers set phone = ${`+44 (0)21 ${rest}`} where id = ${id}`);
    await db().execute(sql`
      insert into suppressions (channel, recipient, why, at) values ('sms', ${`+44021${rest}`}, 'address', now())`);
    expect((await call(customer.erase, { id })).status).toBe(200);
    expect(await db().execute(sql`select from suppressions where recipient = ${`+44021${rest}`}`)).toEqual([]);
  });

  // An imported order has the number as it was typed; what was sent to it has it without spaces.
  it("removes messages to a number however an order has it, but not one that another customer has so", async () => {
    const last = Date.now().toString().slice(-6);
    const [own, shared] = [`+91985${last}1`, `+91985${last}2`];
    const typed = (number: string) => number.replace(/(?=\d{5}$)/, " ");
    const { customerId, id } = await anOrder({ email: someEmail(), shippedQuantity: 2 });
    const second = await anOrder({ email: someEmail(), shippedQuantity: 2 });
    await aCustomer({ phone: shared });
    for (const [number, orderId] of [
      [own, id],
      [shared, second.id],
    ] as const) {
      await db().execute(sql`update orders set phone = ${typed(number)} where id = ${orderId}`);
      await db().execute(sql`
        insert into messages (id, cause, kind, channel, recipient, status, body, asked_by, created_at)
        values (${newId("message")}, ${newId("event")}, 'order.shipped', 'sms', ${number}, 'sent', 'Sent', 'test', now())`);
    }
    for (const one of [customerId, second.customerId]) await call(customer.erase, { id: one! });
    const left = await db().execute(sql`select recipient from messages where recipient in (${own}, ${shared})`);
    expect(left).toMatchObject([{ recipient: shared }]);
  });

  // Data erased a moment ago must not come back through a merge, in either direction.
  it("and merge at the same time run one after the other, and leave no personal data behind", async () => {
    for (let round = 0; round < 5; round++) {
      const [kept, gone] = [
        await aCustomer({ name: "Kept One" }),
        await aCustomer({ name: "Gone One", note: "Secret" }),
      ];
      const answers = await Promise.all([
        call(customer.merge, { id: kept.id, otherId: gone.id }),
        call(customer.erase, { id: gone.id }),
        call(customer.merge, { id: gone.id, otherId: kept.id }),
        call(customer.erase, { id: kept.id }),
      ]);
      expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
      for (const { id } of [kept, gone]) await call(customer.erase, { id });
      const rows = await db().execute(sql`
        select name, email, phone, addresses, note, tags, merged_into from customers where id in (${kept.id}, ${gone.id})`);
      expect(JSON.stringify(rows)).not.toMatch(/Kept One|Gone One|Secret|@/);
    }
  });

  // The order would be shipped to "Erased", or its address would outlive the erasure.
  it("and orders placed at the same time never leave a half-erased order", async () => {
    const { variantId } = await aVariantInStock(50);
    for (let round = 0; round < 5; round++) {
      const email = someEmail();
      const { id } = await aCustomer({ email });
      const [placed, erased] = await Promise.all([
        call(order.create, { ...somebody, email, lines: [{ variantId, quantity: 1 }] }),
        call(customer.erase, { id }),
      ]);
      expect(placed.status).toBe(201);
      const now = (await call(order.read, { id: placed.body.id })).body;
      expect(now.contact?.email).toBe(email);
      expect(now.customerId === id).toBe(erased.status === 409);
    }
  });

  // The order belonged to nobody: no later erasure found it.
  it("and an import of their orders at the same time leave each order with a customer", async () => {
    await aVariantInStock(1); // at the location that imported orders need
    const email = someEmail();
    const { id } = await aCustomer({ email });
    const importId = await anUploadedImport("orders", shopifyOrders([shopifyRow({ Name: "#E1", Email: email })]));
    const { importing } = await inChange(system("test"), async (change) => {
      await lockedCustomer(change, id);
      const importing = startedImport(importId);
      await untilSomebodyWaits();
      await eraseCustomer()(change, { id });
      return { importing }; // not awaited: it goes on when the customer is erased
    });
    expect((await importing).counts).toMatchObject({ created: 1, refused: 0 });
    const [made] = await db().execute<{ customer_id: never }>(sql`
      select customer_id from orders where email = ${email}`);
    expect(await read(made!.customer_id)).toMatchObject({ email, orders: 1 });
  });
});
