/** Customer groups: created, renamed and removed, and what depends on them. */
import { describe, expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import * as group from "#core/contract/group";
import { call } from "../support/call.ts";
import { pagesOf, some } from "../support/given/catalogue.ts";
import { aCustomer, aGroup, aPriceList } from "../support/given/customers.ts";
import { aKey } from "../support/given/given.ts";
import { nothingChanged } from "../support/given/orders.ts";

describe("groups", () => {
  it("show their number of members, their price lists, and their changes", async () => {
    const made = await aGroup({ description: "Shops" });
    await aCustomer({ groupIds: [made.id] });
    const { id: listId, name: listName } = await aPriceList([], { groupIds: [made.id] });
    const name = some("Trade");
    expect((await call(group.edit, { id: made.id, name })).status).toBe(200);
    const shown = (await call(group.read, { id: made.id })).body;
    expect(shown).toMatchObject({
      name,
      description: "Shops",
      members: 1,
      priceLists: [{ id: listId, name: listName }],
    });
    const { items } = (await call(group.list, {})).body;
    expect(items.find(({ id }) => id === made.id)).toEqual(shown);
    const history = (await call(group.history, { id: made.id })).body.items;
    expect(history.map(({ action }) => action)).toEqual(["group.edit", "group.create"]);
    expect(history[0]).toMatchObject({ before: { name: made.name }, after: { name } });
  });

  it("are listed once each, page by page, newest first", async () => {
    const made = [await aGroup(), await aGroup(), await aGroup()].map(({ id }) => id).toReversed();
    const each = await pagesOf((cursor) => call(group.list, { limit: 2, ...(cursor && { cursor }) }));
    expect(each).toEqual((await call(group.list, { limit: 200 })).body.items);
    expect(each.slice(0, 3).map(({ id }) => id)).toEqual(made);
  });

  it("refuse a name that another has, whatever its case; one of two at once gets it", async () => {
    const { name } = await aGroup();
    const taken = { status: 409, body: { error: { code: "group.nameTaken" } } };
    const other = await aGroup();
    await nothingChanged(async () => {
      expect(await call(group.create, { name: name.toUpperCase() })).toMatchObject(taken);
      expect(await call(group.edit, { id: other.id, name })).toMatchObject(taken);
    });
    const both = some("Both");
    const answers = await Promise.all([call(group.create, { name: both }), call(group.create, { name: both })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it("can be removed, after which their customers are no longer in them", async () => {
    const { id } = await aGroup();
    const member = await aCustomer({ groupIds: [id] });
    const other = await aGroup();
    await aCustomer({ groupIds: [other.id] });
    await aPriceList([], { groupIds: [other.id] });
    const before = (await call(group.read, { id: other.id })).body;
    expect(before).toMatchObject({ members: 1, priceLists: [{}] });
    expect((await call(group.remove, { id })).status).toBe(200);
    expect((await call(group.read, { id: other.id })).body).toEqual(before);
    expect((await call(customer.read, { id: member.id })).body.groups).toEqual([]);
    expect(await call(group.read, { id })).toMatchObject({ status: 404, body: { error: { code: "group.unknown" } } });
  });

  it("can be read by staff, and changed by those with the right", async () => {
    const as = await aKey({ role: "staff" });
    expect((await call(group.list, {}, { as })).status).toBe(200);
    expect((await call(group.create, { name: some("Mine") }, { as })).body.error).toMatchObject({
      code: "right.missing",
      detail: { right: "groups.write" },
    });
  });
});
