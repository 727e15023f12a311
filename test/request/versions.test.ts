/**
 * Two people open the same order, each changes something, each saves: whoever saves second has not seen what the first
 * one did. Every write to something with a version is tried; one that is added has to be added here.
 */
import { describe, expect, it } from "vitest";
import { operations } from "#core/contract/index";
import type { Operation } from "#core/contract/kit";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as product from "#core/contract/product";
import * as returns from "#core/contract/returns";
import * as variant from "#core/contract/variant";
import { call } from "../support/call.ts";
import { aProduct, some } from "../support/catalogue.ts";
import { checksums } from "../support/checksum.ts";
import { anOrder } from "../support/orders.ts";

const headers = (version: string) => ({ headers: { "if-match": version } });
const stale = { status: 412, body: { error: { code: "version.stale" } } };

interface Given {
  readonly input: Readonly<Record<string, unknown>>;
  /** The version of what it writes to. */
  readonly version: number;
}

const ofOrder =
  (given: Parameters<typeof anOrder>[0], more: (of: order.Order) => Record<string, unknown> = () => ({})) =>
  async (): Promise<Given> => {
    const made = await anOrder(given);
    return { input: { id: made.id, ...more(made) }, version: made.version };
  };

const ofProduct = (more: (of: product.Product) => Record<string, unknown>) => async (): Promise<Given> => {
  const made = await aProduct({ variants: [{}, {}], options: [], status: "draft" });
  return { input: { id: made.id, ...more(made) }, version: made.version };
};

const firstLine = ({ lines }: order.Order) => lines[0]!.id;
const firstParcel = ({ parcels }: order.Order) => ({ parcelId: parcels[0]!.id });

/** Each operation, with something that it would do if the version were right. */
const writes: ReadonlyMap<Operation, () => Promise<Given>> = new Map<Operation, () => Promise<Given>>([
  [product.edit, ofProduct(() => ({ title: some("Title") }))],
  [product.remove, ofProduct(() => ({}))],
  [variant.create, ofProduct(() => ({ sku: some("SKU"), priceMinor: 5 }))],
  [variant.edit, ofProduct(({ variants }) => ({ id: variants[0]!.id, priceMinor: 7 }))],
  [variant.remove, ofProduct(({ variants }) => ({ id: variants[0]!.id }))],
  [order.editDetails, ofOrder({}, () => ({ name: "Another Name" }))],
  [order.editLines, ofOrder({}, (of) => ({ change: [{ lineId: firstLine(of), quantity: 1 }] }))],
  [order.addNote, ofOrder({}, () => ({ text: "Rang twice." }))],
  [order.cancel, ofOrder({})],
  [order.markPaid, ofOrder({}, () => ({ method: "cash" }))],
  [order.markUnpaid, ofOrder({ paid: true })],
  [
    parcel.ship,
    ofOrder({ paid: true }, (of) => ({
      locationId: of.lines[0]!.allocations[0]!.locationId,
      lines: [{ lineId: firstLine(of), quantity: 1 }],
    })),
  ],
  [parcel.edit, ofOrder({ shippedQuantity: 1 }, (of) => ({ ...firstParcel(of), trackingNumber: "T1" }))],
  [parcel.unship, ofOrder({ shippedQuantity: 1 }, firstParcel)],
  [parcel.deliver, ofOrder({ shippedQuantity: 1 }, firstParcel)],
  [
    parcel.undeliver,
    async () => {
      const { input } = await ofOrder({ shippedQuantity: 1 }, firstParcel)();
      const { body } = await call(parcel.deliver, input as never); // made for this operation just above
      return { input, version: body.version };
    },
  ],
  [
    returns.record,
    ofOrder({ shippedQuantity: 1 }, (of) => ({ lines: [{ lineId: firstLine(of), quantity: 1, restock: false }] })),
  ],
  [
    returns.withdraw,
    async () => {
      const made = await anOrder({ shippedQuantity: 1 });
      const lines = [{ lineId: firstLine(made), quantity: 1, restock: false }];
      const { body } = await call(returns.record, { id: made.id, lines });
      return { input: { id: made.id, returnId: body.return.id }, version: body.order.version };
    },
  ],
]);
const list = [...writes].map(([op, given]) => ({ name: op.name, op, given }));

describe("If-Match", () => {
  it("is tried on every operation that honours it", () => {
    const honour = operations.filter(
      ({ versioned, method, path }) => versioned && method !== "GET" && path.includes("{"),
    );
    expect(list.map(({ name }) => name).toSorted()).toEqual(honour.map(({ name }) => name).toSorted());
  });

  it.each(list)("of a version gone by refuses $name, and nothing is changed", async ({ op, given }) => {
    const { input, version } = await given();
    const before = await checksums();
    for (const other of [version - 1, version + 1, 999_999_999]) {
      expect(await call(op, input, headers(`"${other}"`))).toMatchObject(stale);
    }
    for (const wrong of ["3", '"three"', '"1", "2"', '"-1"', '"99999999999999999999"', ""]) {
      expect(await call(op, input, headers(wrong)), wrong).toMatchObject({
        status: 400,
        body: { error: { code: "request.invalid", detail: { issues: [{ path: "If-Match" }] } } },
      });
    }
    expect(await checksums()).toEqual(before);
  });

  // A write path that forgets to count up lets the next stale one through.
  it.each(list)("of the version last read lets $name through once, and the version moves on", async ({ op, given }) => {
    const { input, version } = await given();
    const answer = await call(op, input, headers(`"${version}"`));
    expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
    const { etag } = answer.headers;
    if (etag !== undefined) expect(Number(JSON.parse(etag))).toBeGreaterThan(version);
    const again = await call(op, input, headers(`"${version}"`));
    expect([404, 412]).toContain(again.status);
  });

  it("lets one of two at once through", async () => {
    const { id, version } = await anOrder();
    const answers = await Promise.all(
      ["One", "Other"].map((name) => call(order.editDetails, { id, name }, headers(`"${version}"`))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it("is what GET answers as the ETag; a star and a weak one do as well", async () => {
    const { id } = await aProduct();
    const etag = async () => (await call(product.read, { id })).headers["etag"]!;
    const first = await etag();
    expect(first).toMatch(/^"\d+"$/);
    for (const asked of [first, "*", `W/${await etag()}`]) {
      const said = asked.startsWith("W/") ? `W/${await etag()}` : asked;
      expect((await call(product.edit, { id, title: some("Title") }, headers(said))).status).toBe(200);
    }
    expect(await etag()).not.toBe(first);
  });
});
