interface Waiting<One, Answer> {
  readonly one: One;
  readonly answer: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Batches calls made at about the same time: while batches are under way the next one gathers, so that the slower the
 * work, the larger the batch. The first call waits for others only if `waitMs` is set.
 * @param most calls in a batch.
 * @param atOnce batches under way at the same time.
 * @param work answers in the order of its batch. If it throws, every call in the batch fails.
 * @param waitMs how long a batch that is not full waits for more.
 */
export function gathered<One, Answer>(
  most: number,
  atOnce: number,
  work: (batch: readonly One[]) => Promise<readonly Answer[]>,
  waitMs = 0,
): (one: One) => Promise<Answer> {
  const waiting: Waiting<One, Answer>[] = [];
  let underWay = 0;
  let scheduled: NodeJS.Timeout | NodeJS.Immediate | undefined;

  const begin = () => {
    scheduled = undefined;
    while (waiting.length > 0 && underWay < atOnce) void workOn(waiting.splice(0, most));
  };
  const schedule = () => {
    if (scheduled || underWay >= atOnce || waiting.length === 0) return;
    scheduled = waitMs > 0 && waiting.length < most ? setTimeout(begin, waitMs) : setImmediate(begin);
  };
  const workOn = async (batch: readonly Waiting<One, Answer>[]) => {
    underWay++;
    try {
      const answers = await work(batch.map(({ one }) => one));
      for (const [nth, answer] of answers.entries()) batch[nth]?.answer(answer);
      if (answers.length < batch.length) throw new Error("a caller was given no answer");
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
    underWay--;
    schedule();
  };
  return (one) =>
    new Promise((answer, fail) => {
      waiting.push({ one, answer, fail });
      schedule();
    });
}
