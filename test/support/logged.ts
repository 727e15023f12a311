import { onTestFinished, vi } from "vitest";

interface Line {
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** The lines that the program logs from now on, until the test ends; they do not reach the console. */
export function linesLogged(): readonly Line[] {
  const lines: Line[] = [];
  const before = process.env["LOG_LEVEL"];
  process.env["LOG_LEVEL"] = "INFO";
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(JSON.parse(String(text))) > 0);
  onTestFinished(() => {
    spy.mockRestore();
    process.env["LOG_LEVEL"] = before;
  });
  return lines;
}
