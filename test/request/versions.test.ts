/**
 * Two people open the same order, each changes something, each saves: the second has not seen what the first one did.
 * Every write to something with a version is tried.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { takesIfMatch } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as product from "#core/contract/product";
import { call, ownersKey } from "../support/call.ts";
import { checksums } from "../support/checksum.ts";
import { writes } from "../support/every-write.ts";
import { aProduct, some } from "../support/given/catalogue.ts";
import { anOrder } from "../support/given/orders.ts";

const headers = (version: string) => ({ headers: { "if-match": version } });
const stale = { status: 412, body: { error: { code: "version.stale" } } };

/** Those that write to something that already has a version. */
const list = writes.filter(({ op }) => takesIfMatch(op));

beforeAll(async () => void (await ownersKey()));

describe("If-Match", () => {
  it.each(list)("with an old version refuses $name, and nothing is changed", async ({ op, given }) => {
    const { input, version = 0 } = await given();
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

  // A write that forgets to raise the version lets the next stale one through.
  it.each(list)("with the current version lets $name through once, and raises the version", async ({ op, given }) => {
    const { input, version = 0 } = await given();
    const answer = await call(op, input, headers(`"${version}"`));
    expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
    const { etag } = answer.headers;
    if (etag !== undefined) expect(Number(JSON.parse(etag))).toBeGreaterThan(version);
    const again = await call(op, input, headers(`"${version}"`));
    expect([404, 412]).toContain(again.status);
  });

  // Its document has no If-Match, so a client that sends one with every request is not affected.
  it.each(writes.filter(({ op }) => !takesIfMatch(op) && !op.keepsNoAnswer))(
    "has no effect on $name",
    async ({ op, given }) => {
      const { input, headers: own } = await given();
      const sent = { headers: { ...own, ...headers("not an ETag of ours").headers } };
      expect([200, 201, 202]).toContain((await call(op, input, sent)).status);
    },
  );

  it("lets only one of two at once through", async () => {
    const { id, version } = await anOrder();
    const answers = await Promise.all(
      ["One", "Other"].map((name) => call(order.editDetails, { id, name }, headers(`"${version}"`))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it("takes what GET returns as the ETag; a star and a weak one work as well", async () => {
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
