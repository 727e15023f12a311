/**
 * `npm run check`: types, lint and format, unused code, and the direction of imports. Reports what failed, and fails.
 */
import { spawn } from "node:child_process";

/** Each of several checkers works out most types again: four take twice as much processor time as one. */
const alone = ["--checkers", "1"];

const checks: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  types: ["tsc", ...alone],
  "types of the admin": ["tsc", "-p", "web", ...alone],
  lint: ["biome", "check", "."],
  unused: ["knip"],
  architecture: ["vitest", "run", "test/architecture.test.ts"],
};

const run = ([program, ...args]: readonly [string, ...string[]]) =>
  new Promise<{ failed: boolean; output: string }>((done) => {
    let output = "";
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
    child.on("close", (code) => done({ failed: code !== 0, output }));
  });

for (const [name, command] of Object.entries(checks)) {
  const { failed, output } = await run(command);
  console.log(`${failed ? "failed" : "ok    "}  ${name}`);
  if (failed) {
    console.log(output);
    process.exitCode = 1;
  }
}
