/**
 * One suite for every adapter: what a gateway, a carrier or a sender does if its provider answers, refuses, is slow,
 * disconnects or sends nonsense. The provider is a fake that speaks its wire format on a real socket.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { afterUnknown, type Call, outcomeOf } from "#core/provider/call";
import { type Http, httpFor } from "#core/provider/http";
import type { Found, Outcome } from "#core/provider/outcome";
import fc from "../support/harness/properties.ts";
import { changes, distorted } from "./fakes/distorted.ts";
import type { Fake, Trouble } from "./fakes/server.ts";

/** A provider and its adapter. */
export interface UnderTest<F extends Fake> {
  readonly code: string;
  readonly start: () => Promise<F>;
  /** The secrets in the adapter's settings. */
  readonly secrets: readonly string[];
  /** Its requests are signed with a secret and contain none: there is nothing to remove from the record. */
  readonly signs?: true;
  /** What the provider issues, such as access tokens: as secret as those. */
  readonly lent?: readonly string[];
  /** Paths whose description nothing can satisfy, because it contradicts itself. Give the reason for each. */
  readonly undescribed?: readonly string[];
  readonly operations: readonly Operation<F>[];
  /** Other requests, in other forms: only compared with the provider's description. */
  readonly otherwise?: readonly Operation<F>["ask"][];
}

/** A request that the adapter can make, always with the same reference of ours. */
export interface Operation<F extends Fake> {
  readonly does: string;
  readonly repeats: Call<never, never, never>["repeats"];
  readonly ask: (http: Http, fake: F) => Promise<Outcome<unknown>>;
  readonly find?: (http: Http, fake: F) => Promise<Found<unknown>>;
  /** How many requests it takes; 1 by default. Each of them gets into trouble once. */
  readonly steps?: number;
  /** How often the provider has carried it out. Absent for reads. */
  readonly times?: (fake: F) => number;
  readonly refusals: readonly RefusalOf<F>[];
  /** What must have been done at the provider before. */
  readonly prepare?: (fake: F) => Promise<unknown>;
}

export interface RefusalOf<F extends Fake> {
  readonly because: string;
  /** Makes the provider refuse. */
  readonly arrange: (fake: F) => void;
  readonly code: string;
}

/** An operation from an adapter's call, with the same input each time. */
export const operationOf = <F extends Fake, Settings, Asked, Value>(
  does: string,
  call: Call<Settings, Asked, Value>,
  settings: (fake: F) => Settings,
  asked: Asked,
  how: Pick<Operation<F>, "times" | "refusals" | "prepare" | "steps">,
): Operation<F> => ({
  does,
  repeats: call.repeats,
  ask: (http, fake) => call.ask(http, settings(fake), asked),
  ...(call.find && { find: (http, fake) => call.find!(http, settings(fake), asked) }),
  ...how,
});

/** Long enough for a connection on a busy machine, short enough to wait for. */
const hangsMs = 600;
/** Of each operation: all of them together take some seconds. */
const distortionsMax = 40;
const root = join(import.meta.dirname, "../..");
const conform = join(root, "../shared/providers/conform.mjs");

/**
 * Loaded before the checker: PayPal's description has patterns that compile only without the `u` flag, which ajv adds
 * by default; and such a large description is compiled once for each of its schemas, not for each exchange.
 * ShipStation's closes schemas that it then combines, so that nothing could satisfy two of them: those are opened.
 */
const patient = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from "node:module";
  const ajv = createRequire(${JSON.stringify(join(root, "package.json"))})("ajv/dist/2020.js");
  const { default: Ajv } = ajv;
  const compiled = new Map();
  const opened = (root) => {
    const at = (ref) => ref.slice(2).split("/").reduce((node, key) => node?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], root);
    const open = (part) => {
      const schema = typeof part?.$ref === "string" ? at(part.$ref) : part;
      if (schema?.additionalProperties === false) delete schema.additionalProperties;
      for (const inner of [schema?.allOf, schema?.oneOf, schema?.anyOf].flat()) if (inner) open(inner);
    };
    const walk = (node) => {
      if (typeof node !== "object" || node === null) return;
      if (Array.isArray(node.allOf)) open(node);
      Object.values(node).forEach(walk);
    };
    walk(root);
    return root;
  };
  ajv.default = class extends Ajv {
    constructor(options) { super({ ...options, unicodeRegExp: false }); }
    compile(schema) {
      const text = JSON.stringify(schema);
      if (!compiled.has(text)) compiled.set(text, super.compile(opened(schema)));
      return compiled.get(text);
    }
  };
`)}`;

export function suiteOver<F extends Fake>({
  code,
  start: begin,
  secrets,
  signs,
  lent = [],
  undescribed = [],
  operations,
  otherwise = [],
}: UnderTest<F>): void {
  describe.each(operations)(`${code}: $does`, ({ repeats, ask, find, times, refusals, prepare, steps = 1 }) => {
    const [lastStep, everyStep] = [steps - 1, Array.from({ length: steps }, (_, step) => step)];
    const told: unknown[] = [];
    const start = async () => {
      const fake = await begin();
      await prepare?.(fake);
      return fake;
    };
    afterEach(() => {
      expectNoSecret(told.splice(0), [...secrets, ...lent]);
    });
    const http = (withinMs?: number): Http =>
      httpFor({ provider: code, secrets, record: (exchange) => told.push(exchange), ...(withinMs && { withinMs }) });
    const asked = async (fake: F, withinMs?: number) => {
      const client = http(withinMs);
      const outcome = await outcomeOf(client, () => ask(client, fake));
      told.push(outcome);
      return outcome;
    };
    const found = async (fake: F) => {
      const client = http();
      const outcome = await outcomeOf(client, () => find!(client, fake));
      told.push(outcome);
      return outcome;
    };
    /** What the worker does about an unknown outcome. */
    const settled = async (fake: F, hours = 0): Promise<Found<unknown> | null> => {
      const next = afterUnknown(find ? { repeats, find } : { repeats }, hours);
      if (next === "ask") return asked(fake);
      if (next === "leave it to a person") return null;
      const outcome = await found(fake);
      if (outcome.is !== "absent") return outcome;
      // A search that may miss what exists proves neither success nor failure.
      return next === "find" ? null : asked(fake);
    };
    const expectOnce = (fake: F) => {
      if (times) expect(times(fake)).toBe(1);
    };
    const expectSettled = (outcome: Found<unknown> | null) => {
      if (outcome) expect(outcome).toMatchObject({ is: "done" });
      else expect(repeats.how).not.toBe("freely");
    };

    it("works", async () => {
      const fake = await start();
      expect(await asked(fake)).toMatchObject({ is: "done" });
      expectOnce(fake);
    });

    // A worker that was killed before it could record the success.
    it("does it once for the same key", async () => {
      const fake = await start();
      const first = await asked(fake);
      if (repeats.how === "never") return;
      const again = repeats.how === "findFirst" ? await settled(fake) : await asked(fake);
      // Repeated freely, it may report that it had already been done.
      if (repeats.how === "freely") expect(again).toMatchObject({ is: "done" });
      else expect(again).toEqual(first);
      expectOnce(fake);
    });

    for (const { because, arrange, code: expected } of refusals) {
      it(`is refused: ${because}`, async () => {
        const fake = await start();
        arrange(fake);
        const outcome = await asked(fake);
        expect(outcome).toMatchObject({ is: "refused", code: expected });
        expect(outcome.is === "refused" && outcome.says).toBeTruthy();
        expect(told).not.toEqual([]);
      });
    }

    // Treating silence as failure pays twice; treating it as success never pays.
    it.each(everyStep)("is unknown if it hangs, before or after doing it, and is settled, step %i", async (step) => {
      const [before, after] = [await start(), await start()];
      before.trouble("hangs before", step);
      after.trouble("hangs after", step);
      const outcomes = await Promise.all([asked(before, hangsMs), asked(after, hangsMs)]);
      expect(outcomes).toEqual([
        { is: "unknown", why: "There was no answer in time." },
        { is: "unknown", why: "There was no answer in time." },
      ]);
      for (const fake of [before, after]) {
        const outcome = await settled(fake);
        expectSettled(outcome);
        if (outcome || (fake === after && step === lastStep)) expectOnce(fake);
      }
    });

    const lost: readonly Trouble[] = [
      "cuts its answer",
      "faults after",
      "answers 50 MB",
      "answers no JSON",
      "is still at it",
    ];
    const lostAtEach = lost.flatMap((trouble) => everyStep.map((step) => [trouble, step] as const));
    it.each(lostAtEach)(
      "is unknown if it %s, and is settled without doing it twice, step %i",
      async (trouble, step) => {
        const fake = await start();
        fake.trouble(trouble, step);
        expect(await asked(fake)).toMatchObject({ is: "unknown" });
        expect(fake.sentBytes()).toBeLessThan(25 * 1024 * 1024);
        expectSettled(await settled(fake));
        if (times) expect(times(fake)).toBeLessThanOrEqual(1);
      },
    );

    const busyAtEach = everyStep.flatMap(
      (step) =>
        [
          ["is busy", step, null],
          ["is busy for 7 s", step, 7],
        ] as const,
    );
    it.each(busyAtEach)("is retried later if it %s, step %i", async (trouble, step, afterSeconds) => {
      const fake = await start();
      fake.trouble(trouble, step);
      expect(await asked(fake)).toMatchObject({ is: "later", afterSeconds });
      if (times) expect(times(fake)).toBe(0);
      expect(await asked(fake)).toMatchObject({ is: "done" });
      expectOnce(fake);
    });

    it("is retried later if nothing answers at its address", async () => {
      const fake = await start();
      const nobody = { ...fake, origin: "http://127.0.0.1:1" };
      expect(await asked(nobody)).toEqual({ is: "later", why: "Nothing answers at its address.", afterSeconds: null });
      if (times) expect(times(fake)).toBe(0);
    });

    if (find) {
      // Repeated with an expired key, it would be done again.
      it("finds what was done, even if its key has expired, and nothing before", async () => {
        const fake = await start();
        expect(await found(fake)).toEqual({ is: "absent" });
        fake.trouble("hangs after", lastStep);
        await asked(fake, hangsMs);
        fake.forgetKeys();
        expect(await settled(fake, 10_000)).toMatchObject({ is: "done" });
        expectOnce(fake);
      });
    }

    // An error of ours is tried again for a day, and staff read what it is called.
    it("ends in an outcome with a reason that can be read, whatever an answer's fields are", async () => {
      const fake = await start();
      const differently = async (made: Parameters<typeof distorted>[1]) => {
        fake.distort((json) => distorted(json, made));
        // It refuses the first of the requests.
        fake.trouble("echoes");
        expectReason(await asked(fake));
        for (const outcome of [await asked(fake), ...(find ? [await found(fake)] : [])]) expectReason(outcome);
      };
      await fc.assert(fc.asyncProperty(changes, differently), { seed: 1, numRuns: distortionsMax });
    });

    it("reveals no secret, whatever the provider says", async () => {
      const fake = await start();
      fake.trouble("echoes");
      const outcome = await asked(fake);
      expect(outcome).toMatchObject({ is: "refused" });
      if (!signs) expect(JSON.stringify(told)).toContain("[secret]");
    });
  });

  // The descriptions are not part of this repository: without them the title says so and nothing is compared.
  const isDescribed = existsSync(conform);
  it(`${code}: ${isDescribed ? "speaks as the provider's own description says" : "not applicable, its description is not here"}`, async () => {
    if (!isDescribed) return;
    const folder = mkdtempSync(join(tmpdir(), "exchanges-"));
    const file = join(folder, "exchanges.jsonl");
    process.env["RECORD_EXCHANGES"] = file;
    try {
      for (const { ask, find, refusals, prepare } of operations) {
        const client = httpFor({ provider: code, secrets });
        for (const arrange of [null, ...refusals.map((refusal) => refusal.arrange)]) {
          const fake = await begin();
          await prepare?.(fake);
          arrange?.(fake);
          await outcomeOf(client, () => ask(client, fake));
          if (find && !arrange) await outcomeOf(client, () => find(client, fake));
        }
      }
      for (const ask of otherwise) {
        const [client, fake] = [httpFor({ provider: code, secrets }), await begin()];
        expect(await outcomeOf(client, () => ask(client, fake))).toMatchObject({ is: "done" });
      }
    } finally {
      delete process.env["RECORD_EXCHANGES"];
    }
    const lines = readFileSync(file, "utf8").trim().split("\n");
    expectNoSecret(lines, [...secrets, ...lent]);
    // Preparations are repeated, and a large description takes a while for each exchange.
    const described = lines.filter((line) => !undescribed.some((path) => line.includes(`"path":"${path}"`)));
    writeFileSync(file, [...new Set(described)].join("\n"));
    const { stdout } = spawnSync(process.execPath, ["--import", patient, conform, file], {
      cwd: root,
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true });
    expect(stdout.trim()).toMatch(/^[1-9]\d* exchanges, 0 faults$/);
  }, 120_000);
}

/** Neither blank nor a program's own word. What a field is instead of what was expected is said so. */
function expectReason(outcome: Found<unknown>): void {
  if (outcome.is === "done" || outcome.is === "absent") return;
  const reason = outcome.is === "refused" ? outcome.says : outcome.why;
  expect(reason.trim()).not.toBe("");
  expect(reason).not.toMatch(/\w+Error\b|\[object |(?<!received )\b(?:undefined|null|NaN)\b/);
}

/** In none of the forms in which a secret is sent. */
function expectNoSecret(told: readonly unknown[], secrets: readonly string[]): void {
  const text = JSON.stringify(told);
  for (const secret of secrets) {
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64").slice(0, -3)]) {
      expect(text).not.toContain(form);
    }
  }
}
