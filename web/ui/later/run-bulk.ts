/** The running of one action for many rows: loaded when the screen is there, for nobody presses anything before that. */
import { ApiError } from "../../api/api-client.ts";
import type { BulkResult } from "./bulk-dialog.tsx";

interface Running<Item, Done> {
  readonly items: readonly Item[];
  readonly labelOf: (item: Item) => string;
  readonly run: (item: Item) => Promise<Done>;
  readonly doneWords?: ((done: Done) => string) | undefined;
  readonly isStopped: () => boolean;
  readonly onResult: (result: BulkResult) => void;
}

/** How many requests run at once: few, so that other people's requests are not slowed down. */
const concurrency = 3;

/** @returns those that were done, with what came of each. */
export async function runEach<Item, Done>(running: Running<Item, Done>): Promise<[Item, Done][]> {
  const { items, labelOf, run, doneWords = () => "done", isStopped, onResult } = running;
  const queue = [...items];
  const all: [Item, Done][] = [];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined && !isStopped(); item = queue.shift()) {
      const label = labelOf(item);
      const result = await run(item).then(
        (done) => {
          all.push([item, done]);
          return { label, isDone: true, says: doneWords(done) };
        },
        async (reason: unknown) => ({ label, isDone: false, says: await wordsFor(reason) }),
      );
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return all;
}

const wordsFor = async (reason: unknown): Promise<string> =>
  reason instanceof ApiError
    ? (await import("../../api/error-messages.ts")).errorMessage(reason).title
    : String(reason);
