/** One process of the soak: some clients on the handlers themselves, until it is told to stop or is killed. */
import { disconnect } from "#core/db/client";
import { askAs } from "./ask.ts";
import { oneOf, randomFrom } from "./choices.ts";
import type { Ask, Keys, World } from "./step.ts";
import { steps } from "./steps.ts";

export interface Orders {
  readonly world: World;
  readonly keys: Keys;
  readonly seed: number;
  readonly clients: number;
}
/** After each step: how many operations it asked for, and what came of it, where there was something to do. */
export type Report = {
  readonly step: string;
  readonly asked: number;
  readonly outcome?: "done" | "refused" | { readonly fault: string };
};

const say = (report: Report) => process.send?.(report);
let stopping = false;

process.on("message", async (message: Orders | "stop") => {
  if (message === "stop") {
    stopping = true;
    return;
  }
  const { world, keys, seed, clients } = message;
  const askIt = askAs(keys);
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const random = randomFrom(seed * 1000 + index);
      while (!stopping) {
        const step = oneOf({ random }, Object.keys(steps));
        let asked = 0;
        const ask: Ask = (...asking) => {
          asked++;
          return askIt(...asking);
        };
        try {
          const came = await steps[step]?.({ ask, world, random });
          say({ step, asked, ...(came && { outcome: came.status < 300 ? "done" : "refused" }) });
        } catch (error) {
          const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
          say({ step, asked, outcome: { fault: `${step}: ${fault}` } });
        }
      }
    }),
  );
  await disconnect();
  process.disconnect();
});
