/** What core/db/driver.ts leans on in the driver, where no other test does: another version may do otherwise. */
import { expect, it, onTestFinished } from "vitest";
import { connect } from "#core/db/client";
import { openDriver } from "#core/db/driver";
import { freePort } from "#local/postgres/postgres";

// Left to itself the driver waits ten seconds and more before the eighth try: so would a request, while the database has long been back.
it("asks again at once for a connection that was refused, however often it was", async () => {
  const client = openDriver(`postgres://nobody@127.0.0.1:${await freePort()}/none`, { max: 1 });
  onTestFinished(() => client.end({ timeout: 0 }));
  for (let nth = 0; nth < 12; nth++) await expect(client`select 1`).rejects.toThrow("ECONNREFUSED");
});

// Were its connection closed in the middle of that question, the process would end.
it("asks a new connection nothing before it is asked", async () => {
  const pool = connect(process.env["DATABASE_URL"]!, 1);
  onTestFinished(() => pool.$client.end({ timeout: 5 }));
  const asked: string[] = [];
  const options: { debug?: unknown } = pool.$client.options; // Not as its type has it: what it says can be set later.
  options.debug = (_: number, text: string) => asked.push(text);
  await pool.$client`select 1 as one`;
  expect(asked).toEqual(["select 1 as one"]);
});
