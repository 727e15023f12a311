/**
 * `npm run doctor`: runs the fifteen checks on the command line. Exits with 1 if one fails; `--json` for programs.
 * `--repair` first recalculates the figures that disagree with the records they are derived from. `--all` also adds up
 * the closed months of the stock ledger.
 */
import * as z from "zod";
import { system } from "#core/actor";
import { argumentsOf } from "#core/arguments";
import { Examination } from "#core/contract/doctor";
import { disconnect } from "#core/db/client";
import { examine } from "#core/doctor/examine";
import { repair } from "#core/doctor/repair";
import { openLocalStore } from "#local/local-store";

const { values: asked } = argumentsOf("npm run doctor takes no arguments but --json, --repair and --all.", {
  json: { type: "boolean" },
  repair: { type: "boolean" },
  all: { type: "boolean" },
});
const close = await openLocalStore().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
const extent = { all: asked.all ?? false };
const examined = asked.repair
  ? repair(system("doctor"), extent)
  : examine(extent).then((examination) => ({ tried: [], examination }));
// In any case, stop a PostgreSQL that was started for this.
const { tried, examination } = await examined.finally(() => disconnect().finally(close));
if (asked.json) {
  console.log(JSON.stringify(z.encode(Examination, examination), null, 2));
} else {
  for (const { check, row, mended } of tried) {
    console.log(
      `${mended ? "recalculated" : "could not be fixed"} ${String(check).padStart(3)} ${JSON.stringify(row)}`,
    );
  }
  for (const { number, name, status, sentence, count, rows, remedy } of examination.checks) {
    console.log(`${status.padEnd(4)}  ${String(number).padStart(2)} ${name.padEnd(13)} ${sentence}`);
    for (const row of rows) console.log(`         ${JSON.stringify(row)}`);
    if (count > rows.length) console.log(`         … and ${count - rows.length} more`);
    if (remedy) console.log(`         → ${remedy}`);
  }
}
process.exitCode = examination.status === "fail" ? 1 : 0;
