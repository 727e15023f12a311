/** What is written to the log, as someone who searches it finds it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkLogLevel, log } from "#core/log";

const lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(JSON.parse(String(text))) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("the log", () => {
  it("is one JSON object per line, with the given fields", () => {
    vi.stubEnv("LOG_LEVEL", "INFO");
    log.info("request", { operation: "order.read", ms: 3.5, code: undefined });
    expect(lines).toEqual([
      {
        level: "INFO",
        message: "request",
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        service: "quartermaster",
        operation: "order.read",
        ms: 3.5,
      },
    ]);
  });

  it("includes an error's stack and cause", () => {
    vi.stubEnv("LOG_LEVEL", "ERROR");
    const cause = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
    log.error("fault", { error: new TypeError("no answer", { cause }) });
    expect(lines[0]).toMatchObject({
      error: {
        name: "TypeError",
        message: "no answer",
        stack: expect.stringContaining("log.test.ts"),
        cause: { message: "connection refused", code: "ECONNREFUSED" },
      },
    });
  });

  // A failure without any description cannot be investigated.
  it.each([["out of paper"], [undefined], [null], [404]])(
    "includes %s, which is thrown although it is not an error",
    (thrown) => {
      vi.stubEnv("LOG_LEVEL", "ERROR");
      log.error("fault", { error: thrown });
      expect(lines[0]).toMatchObject({ error: { name: "Error", message: String(thrown) } });
    },
  );

  // Drizzle puts a failed query's parameters into its message: a customer's address, a password's hash.
  it("omits the parameters of a failed query", () => {
    vi.stubEnv("LOG_LEVEL", "ERROR");
    const query = "update staff set password_hash = $1";
    const cause = Object.assign(new Error("deadlock detected"), { query, code: "40P01" });
    const error = new Error(`Failed query: ${query}\nparams: a-hash-to-look-for`, { cause });
    log.error("fault", { error: Object.assign(error, { query, params: ["a-hash-to-look-for"] }) });
    const told = { message: "deadlock detected", code: "40P01" };
    expect(lines[0]).toMatchObject({ error: { message: `Failed query: ${query}`, cause: told } });
    expect(JSON.stringify(lines)).not.toContain("a-hash-to-look-for");
    expect(JSON.stringify(lines)).toContain("log.test.ts");
  });

  it.each([
    ["warn", ["WARN", "ERROR"]],
    ["ERROR", ["ERROR"]],
    ["SILENT", []],
    ["nonsense", ["INFO", "WARN", "ERROR"]],
  ])("writes at LOG_LEVEL=%s only entries of at least that level", (level, written) => {
    vi.stubEnv("LOG_LEVEL", level);
    log.info("one");
    log.warn("two");
    log.error("three");
    expect(lines.map((line) => line["level"])).toEqual(written);
  });

  // `npm start` with WARNING logged every request.
  it("has only levels that exist", () => {
    for (const level of ["", "debug", "warn", "SILENT"]) {
      vi.stubEnv("LOG_LEVEL", level);
      checkLogLevel();
    }
    vi.stubEnv("LOG_LEVEL", "warning");
    expect(checkLogLevel).toThrow('LOG_LEVEL is "warning": give DEBUG, INFO, WARN, ERROR or SILENT.');
  });
});
