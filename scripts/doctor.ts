/** `npm run doctor`: the fifteen checks on the command line. Exit 1 when one fails; `--json` for programs. */
import * as z from "zod";
import { Examination } from "#core/contract/doctor";
import { disconnect } from "#core/db/client";
import { examine } from "#core/doctor/examine";
import { openLocalStore } from "#local/local-store";

const close = await openLocalStore();
const examination = await examine();
if (process.argv.includes("--json")) {
  console.log(JSON.stringify(z.encode(Examination, examination), null, 2));
} else {
  for (const { number, name, status, sentence, count, rows, remedy } of examination.checks) {
    console.log(`${status.padEnd(4)}  ${String(number).padStart(2)} ${name.padEnd(13)} ${sentence}`);
    for (const row of rows) console.log(`         ${JSON.stringify(row)}`);
    if (count > rows.length) console.log(`         … and ${count - rows.length} more`);
    if (remedy) console.log(`         → ${remedy}`);
  }
}
await disconnect();
await close();
process.exitCode = examination.status === "fail" ? 1 : 0;
