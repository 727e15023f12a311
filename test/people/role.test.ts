import { beforeEach, describe, expect, it } from "vitest";
import * as contract from "#core/contract/role";
import * as store from "#core/contract/store";
import { type Right, type Role, rights, rightsAtFirst } from "#core/contract/values/rights";
import * as webhook from "#core/contract/webhook";
import { db } from "#core/db/client";
import { eq } from "#core/db/drizzle";
import { roles, staff } from "#core/staff/staff.table";
import { auditMark, entriesAbout, entriesSince } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aKey } from "../support/given/given.ts";
import { aSignedIn, roleHas } from "../support/given/people.ts";

const refused = (code: string) => ({ body: { error: { code } } });

/** As documented: M manager, S staff, V vendor. Derived from the program, a mistake there would be repeated here. */
const heldAtFirst = `catalog.read MSV, catalog.write M, collections.read MS, collections.write M, pricing.read MS,
  pricing.write M, groups.read MS, groups.write M, discounts.read MS, discounts.write M, taxes.read MS, taxes.write,
  locations.read MS, locations.write, inventory.read MSV, inventory.write M, inventory.transfer MS, inventory.import M,
  orders.read MSV, orders.write MS, orders.cancel MS, orders.pay M, orders.fulfill MS, orders.refund M,
  orders.return MS, orders.import, carts.read MS, customers.read MS, customers.write M, messages.read MS,
  messages.send MS, templates.read M, templates.write, providers.read, providers.write, reports.read M, reports.write,
  team.read M, team.write, roles.write, apikeys.read, apikeys.write, audit.read M, store.write, store.operate,
  vendors.read M, vendors.write, data.export, webhooks.read, webhooks.write`
  .split(/,\s+/)
  .map((line) => line.split(" "));

beforeEach(async () => {
  await db().delete(roles);
});

describe("role.list", () => {
  it("returns the four roles as in a new store, and every right with a label and a group", async () => {
    const { body } = await call(contract.list, {}, { as: await aKey({ role: "staff" }) });
    expect(body.items.map(({ role, title }) => [role, title])).toEqual([
      ["owner", "Owner"],
      ["manager", "Manager"],
      ["staff", "Staff"],
      ["vendor", "Vendor"],
    ]);
    const inSpec = heldAtFirst.map(([right, heldBy = ""]) => [right, `O${heldBy}`]);
    const shown = rights.map((right) => [
      right,
      body.items.flatMap((item) => (item.rights.includes(right) ? [item.title.charAt(0)] : [])).join(""),
    ]);
    expect(shown).toEqual(inSpec);
    expect(body.rights.map(({ right }) => right)).toEqual(rights);
    for (const { label, group } of body.rights) expect([label, group]).not.toContain("");
    expect(body.rights.map(({ group }) => group)).not.toContain("Other");
  });
});

describe("role.set", () => {
  it("changes title and rights, which take effect on the next request, and records the changes", async () => {
    const as = await aKey({ role: "staff" });
    expect(await call(store.edit, {}, { as })).toMatchObject({ status: 403 });
    const wanted: Right[] = ["store.write", "orders.read"];
    const answer = await call(contract.set, { role: "staff", title: "Clerk", rights: wanted });
    expect(answer).toMatchObject({
      status: 200,
      body: { role: "staff", title: "Clerk", rights: ["orders.read", "store.write"] },
    });
    expect(await call(store.edit, {}, { as })).toMatchObject({ status: 200 });
    expect((await entriesAbout("staff")).at(-1)).toMatchObject({
      action: "role.set",
      subjectType: "role",
      before: { title: "Staff", rights: rightsAtFirst("staff") },
      after: { title: "Clerk", rights: ["orders.read", "store.write"] },
    });
  });

  it("keeps omitted fields", async () => {
    expect(await call(contract.set, { role: "manager", title: "Floor manager" })).toMatchObject({
      body: { title: "Floor manager", rights: rightsAtFirst("manager") },
    });
    expect(await call(contract.set, { role: "manager", rights: [] })).toMatchObject({
      body: { title: "Floor manager", rights: [] },
    });
  });

  // Reserved for owners "until granted to another role".
  it("gives access to webhooks to a role with the right to them, and to no other", async () => {
    const as = await aKey({ role: "manager" });
    const endpoint = { url: "https://receiver.test/hook", events: ["order.paid"] };
    expect(await call(webhook.createEndpoint, endpoint, { as })).toMatchObject({
      status: 403,
      ...refused("right.missing"),
    });
    await call(contract.set, { role: "manager", rights: [...rightsAtFirst("manager"), "webhooks.write"] });
    expect(await call(webhook.createEndpoint, endpoint, { as })).toMatchObject({ status: 201 });
    expect(await call(webhook.listEndpoints, {}, { as })).toMatchObject({ status: 403 });
    expect(await call(webhook.createEndpoint, endpoint, { as: await aKey({ role: "staff" }) })).toMatchObject({
      status: 403,
    });
  });

  it("keeps all rights of the owner, and accepts a new title", async () => {
    expect(await call(contract.set, { role: "owner", rights: ["orders.read"] })).toMatchObject({
      status: 409,
      ...refused("role.ownerHasAll"),
    });
    expect(await call(contract.set, { role: "owner", title: "Boss" })).toMatchObject({
      body: { title: "Boss", rights },
    });
  });

  it("refuses to grant a right that the caller lacks to any role, including their own", async () => {
    await roleHas("manager", ["roles.write", "orders.read"]);
    const { headers } = await aSignedIn({ role: "manager" });
    for (const role of ["staff", "manager", "vendor"] as const) {
      const wanted: Right[] = ["roles.write", "orders.read", "webhooks.write"];
      const answer = await call(contract.set, { role, rights: wanted }, { headers });
      expect(answer).toMatchObject({ status: 403, ...refused("right.beyond") });
      expect(answer.body.error!.detail!["rights"]).toContain("webhooks.write");
    }
    await roleHas("staff", ["orders.read"]);
    // Rights that the role already has do not count as granted.
    const more: Right[] = [...rightsAtFirst("vendor"), "roles.write"];
    expect(await call(contract.set, { role: "vendor", rights: more }, { headers })).toMatchObject({ status: 200 });
    expect(await call(contract.reset, { role: "staff" }, { headers })).toMatchObject({
      status: 403,
      ...refused("right.beyond"),
    });
  });

  // Someone with the staff role removed all of the manager's rights, and renamed the owner.
  it("refuses to take a right from a higher role, or to rename it", async () => {
    await roleHas("staff", [...rightsAtFirst("staff"), "roles.write"]);
    await roleHas("vendor", ["orders.read", "orders.cancel"]);
    const { headers } = await aSignedIn({ role: "staff" });
    const set = (role: Role, more: { title?: string; rights?: Right[] }) =>
      call(contract.set, { role, ...more }, { headers });
    const before = (await call(contract.list, {})).body.items;
    const above = { status: 403, ...refused("right.beyond") };
    const cancelNoMore = rightsAtFirst("manager").filter((right) => right !== "orders.cancel");
    for (const rights of [[], cancelNoMore]) expect(await set("manager", { rights })).toMatchObject(above);
    for (const role of ["manager", "owner"] as const) expect(await set(role, { title: "Puppet" })).toMatchObject(above);
    expect((await set("manager", { rights: [] })).body.error!.detail!["rights"]).toContain("orders.refund");
    expect((await call(contract.list, {})).body.items).toEqual(before);

    // Their own role and lower ones may be changed, and granting takes nothing away.
    expect(await set("vendor", { title: "Seller", rights: ["orders.read"] })).toMatchObject({ status: 200 });
    expect(await set("staff", { title: "Clerk" })).toMatchObject({ status: 200 });
    expect(
      await set("manager", { title: "Manager", rights: [...rightsAtFirst("manager"), "roles.write"] }),
    ).toMatchObject({
      status: 200,
    });
  });

  it("refuses to reset a higher role if that removes any of its rights", async () => {
    await roleHas("manager", [...rightsAtFirst("manager"), "data.export"]);
    await roleHas("staff", [...rightsAtFirst("manager"), "roles.write"]);
    const { headers } = await aSignedIn({ role: "staff" });
    expect(await call(contract.reset, { role: "manager" }, { headers })).toMatchObject({
      status: 403,
      ...refused("right.beyond"),
    });
    await call(contract.set, { role: "owner", title: "Boss" });
    expect(await call(contract.reset, { role: "owner" }, { headers })).toMatchObject({
      status: 403,
      ...refused("right.beyond"),
    });
  });

  it("resets a role that is as in a new store without an audit entry", async () => {
    const mark = await auditMark();
    await call(contract.set, { role: "staff", title: "Clerk" });
    await call(contract.set, { role: "staff", title: "Staff" });
    for (let time = 0; time < 2; time++) {
      expect(await call(contract.reset, { role: "staff" })).toMatchObject({ status: 200, body: { changedAt: null } });
    }
    expect((await entriesSince(mark)).map(({ action }) => action)).toEqual(["role.set", "role.set"]);
  });

  it("refuses to remove `roles.write` from one's own role, by setting or by resetting it", async () => {
    await roleHas("manager", ["roles.write", ...rightsAtFirst("manager")]);
    const { headers } = await aSignedIn({ role: "manager" });
    expect(await call(contract.set, { role: "manager", rights: ["orders.read"] }, { headers })).toMatchObject({
      status: 409,
      ...refused("role.ownRight"),
    });
    expect(await call(contract.reset, { role: "manager" }, { headers })).toMatchObject({
      status: 409,
      ...refused("role.ownRight"),
    });
    expect(await call(contract.set, { role: "manager", rights: ["orders.read"] })).toMatchObject({ status: 200 });
    expect(await call(contract.list, {}, { headers })).toMatchObject({ status: 200 });
    expect(await call(contract.set, { role: "staff", title: "x" }, { headers })).toMatchObject({
      status: 403,
      ...refused("right.missing"),
    });
  });

  // An owner removes a right while a manager has a form open that still includes it: saving it must not grant it again.
  it("never lets a stale form grant what was removed meanwhile", async () => {
    await roleHas("manager", ["roles.write"]);
    const { headers } = await aSignedIn({ role: "manager" });
    for (let time = 0; time < 10; time++) {
      await roleHas("staff", ["data.export"]);
      const [, stale] = await Promise.all([
        call(contract.set, { role: "staff", rights: [] }),
        call(contract.set, { role: "staff", rights: ["data.export"] }, { headers }),
      ]);
      const { body } = await call(contract.list, {});
      const { rights: now } = body.items.find(({ role }) => role === "staff")!;
      expect([200, 403]).toContain(stale.status);
      expect(now).toEqual([]);
    }
  });

  // A manager who is being removed must not leave their friends with rights behind.
  it("fails for someone who is removed while their request waits", async () => {
    await roleHas("manager", ["roles.write", "orders.read"]);
    const { id, headers } = await aSignedIn({ role: "manager" });
    const { late } = await db().transaction(async (tx) => {
      await tx.update(staff).set({ removedAt: new Date() }).where(eq(staff.id, id));
      const late = call(contract.set, { role: "staff", rights: ["roles.write"] }, { headers });
      await untilSomebodyWaits();
      return { late };
    });
    expect(await late).toMatchObject({ status: 403, ...refused("right.missing") });
    expect(await db().select().from(roles).where(eq(roles.role, "staff"))).toEqual([]);
  });

  it("refuses an unknown right and an unknown role", async () => {
    expect(await call(contract.set, { role: "staff", rights: ["orders.fly" as Right] })).toMatchObject({
      status: 400,
      body: { error: { detail: { issues: [{ path: "rights.0" }] } } },
    });
    expect(await call(contract.set, { role: "admin" as "owner", title: "x" })).toMatchObject({ status: 400 });
  });
});

describe("role.reset", () => {
  it("restores a role's original rights, even if two do it at once", async () => {
    await call(contract.set, { role: "staff", title: "Clerk", rights: [] });
    const answers = await Promise.all([1, 2].map(() => call(contract.reset, { role: "staff" })));
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        body: { title: "Staff", rights: rightsAtFirst("staff"), changedAt: null },
      });
    }
    expect((await entriesAbout("staff")).at(-1)).toMatchObject({ action: "role.reset" });
  });
});
