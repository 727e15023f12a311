import { type Change, savepoint } from "./change.ts";

/** Does work within a change and rolls all of it back; the answer is what it would have been. */
export async function dryRun<T>(change: Change, work: (change: Change) => Promise<T>): Promise<T> {
  const undo = new Error("undone on purpose");
  const kept: { answer?: { readonly value: T } } = {};
  try {
    await savepoint(change, async (trial) => {
      kept.answer = { value: await work(trial) };
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  if (!kept.answer) throw new Error("a dry run ended without an answer");
  return kept.answer.value;
}
