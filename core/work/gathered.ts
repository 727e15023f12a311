interface Waiting<One, Answer> {
  readonly one: One;
  readonly answer: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * What many ask for at about the same time is done together: while batches are under way the next one gathers, so that a
 * batch is as large as the work is slow. The first one waits for company only where `waitMs` says so.
 * @param most how many are done together.
 * @param atOnce how many batches are under way.
 * @param work answers in the order in which it was asked. When it throws, everybody in the batch is told.
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
      if (answers.length < batch.length) throw new Error("somebody was given no answer");
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
