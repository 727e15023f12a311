/** Loaded before a program, it has that program's clock go wrong by `CLOCK_SHIFT_MS`: a host whose time is not the database's. */
const shiftMs = Number(process.env["CLOCK_SHIFT_MS"] ?? 0);
const Real = Date;

globalThis.Date = class extends Real {
  constructor(...given: unknown[]) {
    // What is made of a value is that value's; only "now" is wrong.
    super(...((given.length === 0 ? [Real.now() + shiftMs] : given) as [number]));
  }
  static override now(): number {
    return Real.now() + shiftMs;
  }
} as DateConstructor; // calling it without `new` is the one thing that is not the same, and nobody does
