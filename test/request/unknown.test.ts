/**
 * Every write to something that does not exist: a mistyped link, or something removed meanwhile. The answer names what
 * is missing, and nothing is changed, whatever else the request contains.
 */
import { beforeAll, expect, it } from "vitest";
import { call, ownersKey } from "../support/call.ts";
import { checksums } from "../support/checksum.ts";
import { writes } from "../support/every-write.ts";
import { fieldOf, kindOf, nothings, pathFieldsOf } from "../support/plausible.ts";

beforeAll(async () => void (await ownersKey()));

const named = writes.filter(({ op }) => pathFieldsOf(op).some((name) => kindOf(fieldOf(op, name)) !== undefined));

it.each(named)("$name answers 404 and changes nothing", async ({ op, given }) => {
  const { input, headers } = await given();
  const before = await checksums();
  for (const name of pathFieldsOf(op)) {
    const kind = kindOf(fieldOf(op, name));
    if (kind === undefined) continue;
    const answer = await call(op, { ...input, [name]: nothings(kind) } as never, { ...(headers && { headers }) });
    expect(answer, name).toMatchObject({ status: 404, body: { error: { code: expect.stringMatching(/unknown$/i) } } });
  }
  expect(await checksums()).toEqual(before);
});
