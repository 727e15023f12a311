/** The commands of package.json without something that they need: each reports it in one sentence. */
import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { access, chmod, cp, mkdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { aDataFolder } from "../support/harness/runtime.ts";

const root = join(import.meta.dirname, "..", "..");

interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const run = (
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  meanwhile?: (child: ChildProcess) => unknown,
) =>
  new Promise<Said>((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
    meanwhile?.(child);
  });

const aSentence = /^[A-Z][^\n]+\n$/;

describe("npm run receiver", () => {
  const receiver = join(root, "scripts", "receiver.ts");

  it("asks for the secret, which is required", async () => {
    const { code, err } = await run(receiver, [], {});
    expect([code, err]).toEqual([1, "Set WEBHOOK_SECRET to the endpoint's secret, whsec_ and all.\n"]);
  });

  it("says that its port is in use", async () => {
    const other = createServer().listen(0);
    await once(other, "listening");
    const { port } = other.address() as { port: number }; // the address of a TCP server
    const { code, err } = await run(receiver, [], { WEBHOOK_SECRET: "whsec_0", PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(err).toMatch(aSentence);
    expect(err).toContain(`Port ${port} cannot be used`);
  });
});

it("npm run doctor says if there is no store yet", async () => {
  const folder = await aDataFolder();
  const { code, err } = await run(join(root, "scripts", "doctor.ts"), [], { DATA_DIR: folder });
  expect([code, err]).toEqual([1, `There is no store in ${folder} yet: npm start creates one.\n`]);
});

// A missing or mistyped argument ended in a stack trace.
it.each([[["--reset"]], [["--rest", "owner@example.com"]], [[]]])(
  "npm run owner says what it needs: %j",
  async (args) => {
    const { code, err } = await run(join(root, "scripts", "owner.ts"), args, {});
    expect([code, err]).toEqual([1, "Say whose password: npm run owner -- --reset EMAIL\n"]);
  },
);

// The link that it printed led nowhere.
it("npm run owner refuses a PUBLIC_URL that is no address", async () => {
  const env = { PUBLIC_URL: "store.example.com", DATA_DIR: await aDataFolder() };
  const { code, err } = await run(join(root, "scripts", "owner.ts"), ["--reset", "owner@example.com"], env);
  expect([code, err]).toEqual([1, expect.stringMatching(/^PUBLIC_URL is "store\.example\.com": give [^\n]+\n$/)]);
});

// A mistyped --repair was ignored, and --help was taken for the folder of a backup.
it.each([
  ["scripts/doctor.ts", ["--repiar"], "npm run doctor takes no arguments but --json, --repair and --all.\n"],
  ["scripts/owner.ts", ["--reset", "a@b.test", "--json"], "Say whose password: npm run owner -- --reset EMAIL\n"],
  ["scripts/backup.ts", ["--help"], /^npm run backup takes no arguments but the folder to make: .* FOLDER\n$/],
  ["scripts/restore.ts", ["one", "two"], "Say which: npm run restore -- FOLDER\n"],
  ["local/start.ts", ["--port=5000"], /^npm start takes no arguments: .* PORT=5000 npm start\.\n$/],
])("%s takes no arguments that it does not know: %j", async (script, args, sentence) => {
  const { code, err } = await run(join(root, script), args, { DATA_DIR: await aDataFolder() });
  expect([code, err]).toEqual([1, typeof sentence === "string" ? sentence : expect.stringMatching(sentence)]);
});

/** A tree in a folder with a space in its name, whose `npm` records how it is called and installs nothing. */
async function aTree(npm = "echo $@ > asked") {
  const tree = join(await aDataFolder(), "My Projects");
  const run = join(tree, "scripts", "run.mjs");
  const path = join(tree, "path");
  await mkdir(dirname(run), { recursive: true });
  await mkdir(path);
  for (const name of ["run.mjs", "in-turn.mjs"]) await cp(join(root, "scripts", name), join(dirname(run), name));
  await writeFile(join(tree, "package-lock.json"), "{}");
  const packages = { optionalDependencies: { node: "24" }, devDependencies: { typescript: "7" } };
  await writeFile(join(tree, "package.json"), JSON.stringify(packages));
  await writeFile(join(path, "npm"), `#!/bin/sh\n${npm}\n`);
  await chmod(join(path, "npm"), 0o755);
  return { tree, run, PATH: `${path}:/bin:/usr/bin` };
}

describe("the first command on a fresh clone", () => {
  const installs = "mkdir -p node_modules/.bin; touch node_modules/.package-lock.json";
  const ofStore = `${installs}; mkdir -p node_modules/node; ln -sf ${process.execPath} node_modules/.bin/node`;
  const ofTests = "mkdir -p node_modules/typescript";

  // With NODE_ENV=production npm leaves out Node and PostgreSQL, and without them nothing starts.
  it("installs everything, whatever NODE_ENV is, and says if that did not help", async () => {
    const { tree, run: script, PATH } = await aTree(`echo "$@" > asked; ${installs}`);
    for (const _ of ["a first time", "and again, for the tree is still incomplete"]) {
      const { code, err } = await run(script, ["tsc"], { PATH, NODE_ENV: "production" });
      expect(code).toBe(1);
      expect(err).toContain("npm has not installed node, typescript, so node_modules is incomplete.");
      expect(err).not.toContain("    at ");
    }
    expect(await readFile(join(tree, "asked"), "utf8")).toMatch(/^ci --include=dev /);
  });

  // The packages for tests and deployment are larger than all that a store runs on; and a store may run while they are
  // installed.
  it("installs only the packages a store runs on, and the others next to them when needed", async () => {
    const {
      tree,
      run: script,
      PATH,
    } = await aTree(`echo "$@" >> asked; ${ofStore}; case "$*" in install*) ${ofTests};; esac`);
    const program = join(tree, "scripts", "hello.mjs");
    await writeFile(program, 'console.log("hello");');
    const asked = async () => (await readFile(join(tree, "asked"), "utf8")).trim().split("\n");
    for (const args of [
      ["--omit=dev", program],
      ["--omit=dev", program],
      [program],
      [program],
      ["--omit=dev", program],
    ])
      expect(await run(script, args, { PATH })).toMatchObject({ code: 0, out: "hello\n" });
    expect(await asked()).toEqual([
      expect.stringMatching(/^ci --omit=dev --include=optional /),
      expect.stringMatching(/^install --no-save --include=dev --include=optional /),
    ]);
  });

  // Each install removed what the other had written, and both failed.
  it("waits for another command that is installing, and takes over from one that was killed", async () => {
    const {
      tree,
      run: script,
      PATH,
    } = await aTree(`echo "$1" >> asked; until [ -e go ]; do sleep 0.1; done; ${ofStore}; ${ofTests}`);
    const program = join(tree, "scripts", "hello.mjs");
    await writeFile(program, 'console.log("hello");');
    const turn = join(tree, ".installing");
    await mkdir(turn);
    await utimes(turn, 1, 1);
    let waiting = 0;
    const goOnceTwoWait = ({ stderr }: ChildProcess) =>
      stderr?.on("data", (text) => {
        if (String(text).includes("Another command") && ++waiting === 2) void writeFile(join(tree, "go"), "");
      });
    const said = await Promise.all([1, 2, 3].map(() => run(script, [program], { PATH }, goOnceTwoWait)));
    expect(said).toEqual(said.map(() => expect.objectContaining({ code: 0, out: "hello\n" })));
    expect(said.filter(({ err }) => err.startsWith("Another command is installing the packages."))).toHaveLength(2);
    expect(await readFile(join(tree, "asked"), "utf8")).toBe("ci\n");
    await expect(access(turn)).rejects.toThrow("ENOENT");
  });

  // npm went on alone, and the next command waited ten seconds for it or started another beside it.
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("ends npm and leaves its turn on %s", async (signal) => {
    const { tree, run: script, PATH } = await aTree("echo $$ > npm.new; mv npm.new npm; exec sleep 60");
    const npm = () => readFile(join(tree, "npm"), "utf8");
    const { code } = await run(script, ["tsc"], { PATH }, async (child) => {
      await expect.poll(npm, { timeout: 20_000 }).toMatch(/^\d+$/m);
      child.kill(signal);
    });
    expect(code).toBe(1);
    const id = Number(await npm());
    expect(() => process.kill(id, 0)).toThrow("ESRCH");
    await expect(access(join(tree, ".installing"))).rejects.toThrow("ENOENT");
  });

  // It ended with a stack trace at the next second, or removed what was another's by then.
  it("goes on if its turn was taken from it, and leaves that of the other", async () => {
    const other = "mkdir .installing; echo other > .installing/holder";
    const taken = `rm -r .installing; sleep 1.2; ${other}; ${ofStore}; ${ofTests}`; // for a second, there is none to touch
    const { tree, run: script, PATH } = await aTree(taken);
    const program = join(tree, "scripts", "hello.mjs");
    await writeFile(program, 'console.log("hello");');
    expect(await run(script, [program], { PATH })).toMatchObject({ code: 0, out: "hello\n" });
    expect(await readFile(join(tree, ".installing", "holder"), "utf8")).toBe("other\n");
  });

  // A container's root is read-only, and its node_modules a volume.
  it("installs without a turn where none can be taken", async () => {
    const { tree, run: script, PATH } = await aTree(`${ofStore}; ${ofTests}`);
    const program = join(tree, "scripts", "hello.mjs");
    await writeFile(program, 'console.log("hello");');
    const turn = join(tree, ".installing");
    await writeFile(turn, ""); // root can write to any folder, but not make one in a file
    await utimes(turn, 1, 1);
    expect(await run(script, [program], { PATH })).toMatchObject({ code: 0, out: "hello\n" });
  });

  it("names the missing program, and npm if that is missing", async () => {
    const { run: script, PATH } = await aTree(`${ofStore}; ${ofTests}`);
    expect((await run(script, ["tsc"], { PATH })).err).toContain("tsc could not be started: spawn ");

    const { run: other } = await aTree();
    const { code, err } = await run(other, ["tsc"], { PATH: "/nowhere" });
    expect(code).toBe(1);
    expect(err).toContain("npm could not be started (spawn npm ENOENT): it comes with Node.js.");
  });

  // npm removes what is in node_modules before it installs: through a link, that would be all of another tree's.
  it("does not install into another tree", async () => {
    const { tree, run: script, PATH } = await aTree();
    const other = await aDataFolder();
    await symlink(other, join(tree, "node_modules"));
    expect((await run(script, ["tsc"], { PATH })).err).toMatch(/node_modules is a link, and npm would empty /);
    await expect(readFile(join(tree, "asked"))).rejects.toThrow("ENOENT");
  });
});
