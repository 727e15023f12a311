import { describe, expect, it } from "vitest";
import type { Actor } from "#core/actor";
import type { Right } from "#core/contract/values/rights";
import * as view from "#core/contract/view";
import { inChange } from "#core/db/change";
import { newId } from "#core/id";
import { createView } from "#core/view/create-view";
import { editView } from "#core/view/edit-view";
import { listViews } from "#core/view/list-views";
import { removeView } from "#core/view/remove-view";
import { entriesAbout } from "../support/audit.ts";
import { call, ownersKey } from "../support/call.ts";
import { pagesOf, some } from "../support/given/catalogue.ts";
import { aKey } from "../support/given/given.ts";
import { nothingChanged } from "../support/given/orders.ts";

const search = { status: "confirmed", sort: "oldest" };
const namesFor = async (as: Awaited<ReturnType<typeof aKey>>) =>
  (await call(view.list, { list: "orders" }, { as })).body.items.map(({ name }) => name);

describe("views of a list", () => {
  // Kept in a browser, they would have to be created again by each colleague and on each new laptop.
  it("are visible to colleagues if they are shared, and to no one else if not", async () => {
    const [asha, ben] = [await aKey({ role: "staff" }), await aKey({ role: "staff" })];
    const [shared, own] = [some("Shared"), some("Own")];
    const made = await call(view.create, { list: "orders", name: shared, search }, { as: asha });
    expect(made).toMatchObject({ status: 201, body: { name: shared, search, shared: true, own: true } });
    await call(view.create, { list: "orders", name: own, search, shared: false }, { as: asha });
    await call(view.create, { list: "products", name: some("Other list"), search: {} }, { as: asha });

    expect(await namesFor(asha)).toEqual(expect.arrayContaining([shared, own]));
    expect(await namesFor(ben)).toContain(shared);
    expect(await namesFor(ben)).not.toContain(own);
    const [seen] = (await call(view.list, { list: "orders" }, { as: ben })).body.items.filter(
      ({ name }) => name === shared,
    );
    expect(seen).toMatchObject({ search, own: false });
    expect((await entriesAbout(made.body.id)).map(({ action }) => action)).toEqual(["view.create"]);
  });

  // What a colleague searches for is often a customer's email address.
  it("are not visible to colleagues who may not see the list, except their own", async () => {
    const search = { q: "mei@example.com" };
    const shared = (await call(view.create, { list: "orders", name: some("Theirs"), search })).body;
    const products = (await call(view.create, { list: "products", name: some("Products"), search: {} })).body;
    const by: Actor = {
      ...{ kind: "staff", id: newId("staff"), name: "Packer", role: "staff", vendorId: null },
      ...{ sessionId: null, address: null, rights: new Set<Right>(["catalog.read", "store.write"]) },
    };
    const own = await inChange(by, (change) =>
      createView(change, { list: "orders", name: some("Own"), search, shared: false }),
    );
    const seen = async (list: string) => (await listViews(by, { list, limit: 200 })).items.map(({ id }) => id);
    expect(await seen("orders")).toEqual([own.id]);
    expect(await seen("products")).toContain(products.id);
    for (const change of [removeView, editView])
      await expect(inChange(by, (tx) => change(tx, { id: shared.id }))).rejects.toMatchObject({ code: "view.unknown" });
    expect(await namesFor(await aKey({ role: "staff" }))).toContain(shared.name);
  });

  it("are listed in the order they were created, page by page", async () => {
    for (let nth = 0; nth < 3; nth++) await call(view.create, { list: "orders", name: some("Page"), search: {} });
    const ids = (await pagesOf((cursor) => call(view.list, { limit: 1, ...(cursor && { cursor }) }))).map(
      ({ id }) => id,
    );
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(ids).toEqual(ids.toSorted());
  });

  it("have unique names: two shared ones never share one, and of two at once one gets it", async () => {
    const input = { list: "orders", name: some("Same"), search };
    const answers = await Promise.all([1, 2].map(() => call(view.create, input)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error: { code: "view.nameTaken" },
    });
    expect(await call(view.create, { ...input, list: "products" })).toMatchObject({ status: 201 });
    expect(await call(view.create, { ...input, shared: false })).toMatchObject({ status: 201 });
  });

  it("are removed by their creator, and shared ones by anyone who may change the store", async () => {
    const [asha, ben] = [await aKey({ role: "staff" }), await aKey({ role: "staff" })];
    const make = async (shared: boolean) =>
      (await call(view.create, { list: "orders", name: some("Gone"), search, shared }, { as: asha })).body;
    const [first, second, own] = [await make(true), await make(true), await make(false)];
    await ownersKey();
    await nothingChanged(async () => {
      expect(await call(view.remove, { id: first.id }, { as: ben })).toMatchObject({
        status: 403,
        body: { error: { code: "view.notYours" } },
      });
      // Not even their existence is revealed.
      expect(await call(view.remove, { id: own.id }, { as: ben })).toMatchObject({ status: 404 });
      expect(await call(view.remove, { id: own.id })).toMatchObject({ status: 404 });
      expect(await call(view.remove, { id: `viw_${"0".repeat(26)}` })).toMatchObject({ status: 404 });
    });
    expect(await call(view.remove, { id: first.id }, { as: asha })).toMatchObject({ status: 200 });
    expect(await call(view.remove, { id: second.id })).toMatchObject({ status: 200 });
    expect(await namesFor(ben)).not.toContain(first.name);
    expect((await entriesAbout(first.id)).map(({ action }) => action)).toEqual(["view.create", "view.remove"]);
  });

  // The afternoon's filter is wrong, and there are twelve colleagues: it is corrected once, not created again by each.
  it("are renamed, given other filters and made private by their creator, and the audit records the previous values", async () => {
    const [asha, ben] = [await aKey({ role: "staff" }), await aKey({ role: "staff" })];
    const [name, renamed] = [some("Late"), some("Very late")];
    const { id } = (await call(view.create, { list: "orders", name, search }, { as: asha })).body;
    expect(await call(view.edit, { id, name: renamed, search: { status: "paid" } }, { as: asha })).toMatchObject({
      status: 200,
      body: { id, name: renamed, search: { status: "paid" }, shared: true, own: true },
    });
    expect(await namesFor(ben)).toContain(renamed);
    await call(view.edit, { id, shared: false }, { as: asha });
    expect(await namesFor(ben)).not.toContain(renamed);
    expect(await call(view.edit, { id, name }, { as: ben })).toMatchObject({ status: 404 });
    // An edit without a change leaves no entry.
    await call(view.edit, { id, shared: false, name: renamed }, { as: asha });
    expect((await entriesAbout(id)).slice(1)).toMatchObject([
      { action: "view.edit", before: { name, search }, after: { name: renamed, search: { status: "paid" } } },
      { action: "view.edit", before: { shared: true }, after: { shared: false } },
    ]);
  });

  it("can be changed by a colleague who may change the store, and stay shared", async () => {
    const [asha, ben] = [await aKey({ role: "staff" }), await aKey({ role: "staff" })];
    const { id } = (await call(view.create, { list: "orders", name: some("Theirs"), search }, { as: asha })).body;
    const renamed = some("Renamed");
    await ownersKey();
    await nothingChanged(async () => {
      for (const [input, as] of [
        [{ id, name: renamed }, { as: ben }],
        // Someone who made it private for its creator could not share it again.
        [{ id, shared: false }, {}],
      ] as const)
        expect(await call(view.edit, input, as)).toMatchObject({
          status: 403,
          body: { error: { code: "view.notYours" } },
        });
    });
    expect(await call(view.edit, { id, name: renamed })).toMatchObject({ status: 200, body: { own: false } });
    expect(await namesFor(asha)).toContain(renamed);
  });

  it("cannot take a name that another has: of two renamed at once one gets it", async () => {
    const name = some("Wanted");
    const ids = await Promise.all(
      [1, 2].map(async () => (await call(view.create, { list: "orders", name: some("First"), search })).body.id),
    );
    const answers = await Promise.all(ids.map((id) => call(view.edit, { id, name })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("refuse filters that no list has, and change nothing", async () => {
    await ownersKey();
    await nothingChanged(async () => {
      for (const wrong of [
        { list: "Orders!", name: "X", search },
        { list: "orders", name: "", search },
        { list: "orders", name: "X", search: { status: "x".repeat(501) } },
        { list: "orders", name: "X", search: { "a b": "x" } },
      ])
        expect(await call(view.create, wrong)).toMatchObject({ status: 400 });
    });
  });
});
