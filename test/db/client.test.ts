import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "#core/db/client";

describe("the pool", () => {
  // Compose passes an unset variable as an empty one: a pool of zero would wait for a connection forever.
  it.each([
    ["", 2],
    ["7", 7],
  ])("for DATABASE_CONNECTIONS=%s has %i connections", async (told, connections) => {
    const before = process.env["DATABASE_CONNECTIONS"];
    onTestFinished(() => {
      if (before === undefined) delete process.env["DATABASE_CONNECTIONS"];
      else process.env["DATABASE_CONNECTIONS"] = before;
    });
    process.env["DATABASE_CONNECTIONS"] = told;
    const pool = connect("postgres://nobody@store.test/none");
    expect(pool.$client.options.max).toBe(connections);
    await pool.$client.end();
  });
});
