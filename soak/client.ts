/** One process of the soak: some clients on the handlers themselves, until it is told to stop or is killed. */
import { disconnect } from "#core/db/client";
import { call } from "#test/support/call";
import { type Ask, randomFrom, step, type World } from "./steps.ts";

export interface Orders {
  readonly world: World;
  readonly key: string;
  readonly seed: number;
  readonly clients: number;
}
export type Report = { readonly operation: string; readonly status: number } | { readonly fault: string };

const say = (report: Report) => process.send?.(report);
let stopping = false;

process.on("message", async (message: Orders | "stop") => {
  if (message === "stop") {
    stopping = true;
    return;
  }
  const { world, key, seed, clients } = message;
  const ask: Ask = async (op, input) => {
    const answered = await call(op, input, { as: key });
    say({ operation: op.name, status: answered.status });
    return answered;
  };
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const random = randomFrom(seed * 1000 + index);
      while (!stopping) {
        try {
          await step({ ask, world, random });
        } catch (error) {
          say({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
        }
      }
    }),
  );
  await disconnect();
  process.disconnect();
});
