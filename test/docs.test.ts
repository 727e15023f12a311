/** Compares the documentation with what the program does. */
import { execFileSync, spawnSync } from "node:child_process";
import { createSecretKey } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { operations, shapes } from "#core/contract/index";
import { openApiOf } from "#core/contract/openapi/document";
import { signatureOf } from "#core/webhook/sign";
import { queues, schedules } from "#functions/wiring";
import { ordersDrawn } from "../scripts/orders-drawn.ts";

const root = join(import.meta.dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

const vector = { secret: `whsec_${"0".repeat(64)}`, body: '{"id":"evt_1"}', t: 1_700_000_000 };
const header = signatureOf(createSecretKey(vector.secret, "utf8"), Buffer.from(vector.body), vector.t);
const block = (language: string) => new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "s").exec(readme)?.[1] ?? "";

describe("the documents", () => {
  // A newcomer who follows a name to a file that has moved trusts the next page less. Decisions describe their own day.
  it("name only existing files", () => {
    const documents = ["README.md", "web/README.md", ...globSync("docs/{,providers/}*.md", { cwd: root })];
    const named =
      /`((?:core|functions|local|stacks|scripts|web|test|bench|soak|docs)\/[\w./-]+\.(?:tsx?|md|sql|json))`/g;
    const dead = documents.flatMap((document) =>
      [...readFileSync(join(root, document), "utf8").matchAll(named)]
        .map(([, path = ""]) => path)
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${document} names ${path}`),
    );
    expect(dead).toEqual([]);
  });

  // A reader of an old decision would follow it: the list beside it says that a later one has replaced it.
  it("list every decision that a later one replaces", () => {
    const numberOf = (name: string) => Number(/^\d{4}/.exec(name)?.[0]);
    const replaced = globSync("*.md", { cwd: join(root, "docs/decisions") }).flatMap((name) => {
      const text = readFileSync(join(root, "docs/decisions", name), "utf8");
      const sentences = text.match(/\breplaces\b[^.]*?\b(?:decision|note) [^.]*/gi) ?? [];
      const numbers = sentences.flatMap((sentence) => [...sentence.matchAll(/\b(?:decision|note) (\d+)/g)]);
      return name === "README.md" ? [] : numbers.map(([, old]) => `${old} by ${numberOf(name)}`);
    });
    const list = readFileSync(join(root, "docs/decisions/README.md"), "utf8");
    const listed = [...list.matchAll(/^\| \[(\d+)\]\((\S+)\) \|.*\| \[(\d+)\]\((\S+)\) \|$/gm)];
    expect(listed.map(([, old, , by]) => `${old} by ${by}`).toSorted()).toEqual(replaced.toSorted());
    for (const [, old, oldFile = "", by, byFile = ""] of listed) {
      expect([numberOf(oldFile), numberOf(byFile)]).toEqual([Number(old), Number(by)]);
      for (const file of [oldFile, byFile]) expect(existsSync(join(root, "docs/decisions", file))).toBe(true);
    }
  });
});

describe("the README", () => {
  it("gives a test vector that matches our own signature", () => {
    expect(readme).toContain(`\`${header.split("v1=")[1]}\``);
  });

  // Without the header it threw, and whoever sent such a request ended a server that had copied it.
  it("gives JavaScript that verifies what we send, and nothing else", () => {
    const { secret, body } = vector;
    const now = signatureOf(createSecretKey(secret, "utf8"), Buffer.from(body));
    const script = `${block("js")}
      console.log(verified("${secret}", "${now}", '${body}'), verified("${secret}", "${now}", '${body} '),
        verified("${secret.replace(/0$/, "1")}", "${now}", '${body}'), verified("${secret}", "${header}", '${body}'),
        verified("${secret}", "t=1", '${body}'), verified("${secret}", undefined, '${body}'));`;
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect(said.trim()).toBe("true false false false false false");
  });

  // Nothing but Node is asked of a machine; where there is no Python, the suite's last line says that one was skipped.
  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  it.skipIf(!hasPython)("gives Python that verifies what we send, and nothing else", () => {
    const { secret, body } = vector;
    const now = signatureOf(createSecretKey(secret, "utf8"), Buffer.from(body));
    const script = `${block("python")}
print(verified("${secret}", "${now}", b'${body}'), verified("${secret}", "${now}", b'${body} '), verified("${secret}", "${header}", b'${body}'))
print(*[verified("${secret}", strange, b"") for strange in (None, "", "t=1", "v1=1", "t=1,v1=\u00e9")])`;
    expect(execFileSync("python3", ["-c", script], { encoding: "utf8" })).toBe(
      "True False False\nFalse False False False False\n",
    );
  });

  it("names exactly the commands from package.json that people run", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const named = new Set([...readme.matchAll(/`npm (?:run )?([\w:]+)/g)].map(([, name]) => name));
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
    for (const name of ["start", "test", "check", "doctor", "receiver", "build", "bench", "soak", "test:emulator"]) {
      expect([...named]).toContain(name);
    }
  });
});

// A setting that is only documented does nothing in a container: Compose passes on what it names, and no more.
it("compose.yml passes on every documented setting but those that it decides itself", () => {
  const settings = readme.split("## Settings")[1]?.split("\n## ")[0] ?? "";
  const host = readFileSync(join(root, "docs/host.md"), "utf8").split("## One process or several")[1] ?? "";
  const documented = new Set(
    [...`${settings}${host}`.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+|LOG|DEMO|ROLE|PORT|HOST)[`=]/g)].map(
      ([, name]) => name,
    ),
  );
  const decided = [
    ...["PORT", "HOST", "DATA_DIR"], // by the image
    ...["DEMO", "TEST_GATEWAY", "TEST_CARRIER"], // it is for a store that people rely on
    ...["DATABASE_READ_URL", "FILES_ACCESS_KEY_ID", "FILES_SECRET_ACCESS_KEY"], // its database has no standby, its files a volume
    ...["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_EVENTBRIDGE", "AWS_ENDPOINT_URL_S3"], // its queues are its own, and enough
    "PG_BIN", // read by commands outside the containers
  ];
  const compose = readFileSync(join(root, "compose.yml"), "utf8");
  const passedOn = new Set([...compose.matchAll(/\b([A-Z][A-Z0-9_]+): /g)].map(([, name]) => name));
  expect([...documented].filter((name) => !passedOn.has(name)).toSorted()).toEqual(decided.toSorted());
});

// Developers of clients read it: it must match what the program serves. `npm run openapi` regenerates it.
it("docs/openapi.json is the API as it is", () => {
  const written = JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8"));
  expect(written).toEqual(JSON.parse(JSON.stringify(openApiOf(operations, shapes))));
});

it("docs/orders.md shows the program's own states", () => {
  expect(readFileSync(join(root, "docs/orders.md"), "utf8")).toBe(ordersDrawn());
});

// A new worker or schedule takes connections from requests: this table is used to size a database.
it("docs/deploy.md adds up the connections of all workers and schedules, and names what puts events on the bus", () => {
  const page = readFileSync(join(root, "docs/deploy.md"), "utf8");
  const workers = queues.reduce((sum, { concurrency }) => sum + concurrency, 0);
  const background = workers + schedules.length + 1;
  const grouped = (count: number) => count.toLocaleString("en");
  const [aurora, given] = [2_000, 100].map((takes) => takes - 10 - background);
  const share = (left = 0) => `${Math.floor(left / 2)} and ${Math.floor(left / 2)}`;
  for (const row of [
    `workers at their most (${workers}), schedules (${schedules.length}), the migration (1) | ${background} | ${background}`,
    `left for requests | ${grouped(aurora ?? 0)} | ${given}`,
    `half each | ${share(aurora)} | ${share(given)}`,
  ]) {
    expect(page).toContain(`${row} |`);
  }
  const publishing = [...queues.map((queue) => ({ ...queue, name: queue.worker })), ...schedules].flatMap(
    ({ name, publishes }) => (publishes ? [`\`${name}\``] : []),
  );
  expect(page).toContain(`Of the rest only ${publishing.slice(0, -1).join(", ")} and ${publishing.at(-1)} put`);
});
