/** Of one thing, some was done before the rest was refused: what was done can still be taken back. */
export class PartlyDone extends Error {
  readonly done: unknown;
  override readonly cause: unknown;

  constructor(done: unknown, cause: unknown) {
    super("Some of it was done, and the rest was refused.");
    this.done = done;
    this.cause = cause;
  }
}
