import { describe, expect, it } from "vitest";
import * as channel from "#core/contract/channel";
import * as key from "#core/contract/key";
import * as order from "#core/contract/order";
import * as priceList from "#core/contract/priceList";
import { entriesAbout } from "../support/audit.ts";
import { call, ownersKey } from "../support/call.ts";
import { pagesOf, some } from "../support/given/catalogue.ts";
import { aKey } from "../support/given/given.ts";
import { anOrder, nothingChanged, somebody } from "../support/given/orders.ts";
import { aStocklessVariant } from "../support/given/stock.ts";

const aChannel = async () => (await call(channel.create, { code: some("web"), name: "Web" })).body;

describe("channels", () => {
  it("are created, read, edited and listed by code, with a record of each change", async () => {
    const made = await aChannel();
    const { body } = await call(channel.edit, { id: made.id, name: "Web shop", active: false });
    expect(body).toEqual({ ...made, name: "Web shop", active: false });
    expect((await call(channel.read, { id: made.id })).body).toEqual(body);
    expect((await entriesAbout(made.id)).map(({ action }) => action)).toEqual(["channel.create", "channel.edit"]);
    await aChannel();
    const codes = (await pagesOf((cursor) => call(channel.list, { limit: 1, ...(cursor && { cursor }) }))).map(
      ({ code }) => code,
    );
    expect(codes).toEqual(codes.toSorted());
    expect(codes).toContain(made.code);
  });

  it("are removed, or archived if an order came through them", async () => {
    const [unused, used] = [await aChannel(), await aChannel()];
    await anOrder({ channel: used.code });
    expect((await call(channel.remove, { id: unused.id })).body).toEqual({ archived: false });
    expect((await call(channel.remove, { id: used.id })).body).toEqual({ archived: true });
    expect(await call(channel.read, { id: unused.id })).toMatchObject({ status: 404 });
    expect((await call(channel.read, { id: used.id })).body).toMatchObject({
      active: false,
      archivedAt: expect.any(String),
    });
    expect((await call(channel.list, {})).body.items.map(({ id }) => id)).not.toContain(used.id);
  });

  // Whatever refers to it had found it, and then the database could not.
  it("are removed before something refers to them, or kept because of it", async () => {
    const variantId = await aStocklessVariant({ trackStock: false });
    const lines = [{ variantId, quantity: 1 }];
    const naming = [
      (code: string) => call(key.create, { name: "Shop", role: "staff", storefront: true, channel: code }),
      (code: string) => call(priceList.create, { name: some("List"), channel: code }),
      (code: string) => call(order.create, { ...somebody, lines, channel: code }),
    ];
    for (const name of naming) {
      for (let nth = 0; nth < 8; nth++) {
        const { id, code } = await aChannel();
        const [named, { body }] = await Promise.all([name(code), call(channel.remove, { id })]);
        expect([named.status, body]).toEqual(
          named.status === 201 ? [201, { archived: true }] : [404, { archived: false }],
        );
      }
    }
  });

  it("refuse a code that is taken or invalid, and change nothing; one of two at once gets it", async () => {
    await ownersKey();
    const [{ code }, { id }] = [await aChannel(), await aChannel()];
    await nothingChanged(async () => {
      expect(await call(channel.create, { code, name: "X" })).toMatchObject({
        status: 409,
        body: { error: { code: "channel.codeTaken", detail: { code } } },
      });
      expect(await call(channel.edit, { id, code })).toMatchObject({ status: 409 });
      expect(await call(channel.create, { code: "A B", name: "X" })).toMatchObject({ status: 400 });
      expect(await call(channel.remove, { id: `chn_${"0".repeat(26)}` })).toMatchObject({ status: 404 });
    });
    const input = { code: some("same"), name: "Same" };
    const answers = await Promise.all([1, 2].map(() => call(channel.create, input)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it("are the store's settings: staff can read them, those who may change the store can change them", async () => {
    const as = await aKey({ role: "staff" });
    expect(await call(channel.list, {}, { as })).toMatchObject({ status: 200 });
    expect(await call(channel.create, { code: some("x"), name: "X" }, { as })).toMatchObject({ status: 403 });
  });
});
