/** Driver behaviour that core/db/driver.ts relies on and no other test covers; another version may differ. */
import { expect, it, onTestFinished } from "vitest";
import { connect } from "#core/db/client";
import { openDriver } from "#core/db/driver";
import { freePort } from "#local/postgres/postgres";

// By default the driver waits over ten seconds before the eighth try, and so would a request, long after the database
// is back.
it("retries a refused connection at once, however often it was refused", async () => {
  const client = openDriver(`postgres://nobody@127.0.0.1:${await freePort()}/none`, { max: 1 });
  onTestFinished(() => client.end({ timeout: 0 }));
  for (let nth = 0; nth < 12; nth++) await expect(client`select 1`).rejects.toThrow("ECONNREFUSED");
});

// If its connection closed during that query, the process would end.
it("sends nothing over a new connection before the first query", async () => {
  const pool = connect(process.env["DATABASE_URL"]!, 1);
  onTestFinished(() => pool.$client.end({ timeout: 5 }));
  const asked: string[] = [];
  const options: { debug?: unknown } = pool.$client.options; // Unlike in its type, the text can be set later.
  options.debug = (_: number, text: string) => asked.push(text);
  await pool.$client`select 1 as one`;
  expect(asked).toEqual(["select 1 as one"]);
});
