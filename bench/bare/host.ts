/** A server in its own process that runs the statements of one request after the other, and returns the rows. */
import { once } from "node:events";
import { createServer } from "node:http";
import { decodeTime, ulid } from "ulid";
import { connect } from "#core/db/client";
import type { Asked, Orders } from "./bare.ts";

const orders = once(process, "message");
process.on("disconnect", () => process.exit());
const [{ databaseUrl, requests, since }]: [Orders] = (await orders) as never; // what `bareLoop` has sent

const sql = connect(databaseUrl, 10).$client;
type Client = Pick<typeof sql, "unsafe">;
// The parameters are those that were sent.
for (const type of Object.keys(sql.options.serializers))
  sql.options.serializers[Number(type)] = (sent: unknown) => sent;
let turn = 0;

const server = createServer(async (_, response) => {
  const asked = renewed(requests[turn++ % requests.length] ?? []);
  const rows = await answered(asked).catch((error: unknown) => error);
  response.writeHead(rows instanceof Error ? 500 : 200, { "content-type": "application/json" });
  response.end(rows instanceof Error ? String(rows) : JSON.stringify(rows));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : 0);
});

/** What the request has created gets new ids, as it would when it is made again. */
function renewed(asked: Asked): Asked {
  const ids = new Map<string, string>();
  const text = JSON.stringify(asked).replace(/(?<=_)[0-9a-hjkmnp-tv-z]{26}\b/g, (id) => {
    if (decodeTime(id.toUpperCase()) < since) return id;
    const renewed = ids.get(id) ?? ulid().toLowerCase();
    ids.set(id, renewed);
    return renewed;
  });
  return JSON.parse(text);
}

async function answered(asked: Asked): Promise<unknown> {
  const place = (word: string) => asked.findIndex(({ text }) => text === word);
  const [begin, commit] = [place("begin"), place("commit")];
  if (begin < 0) return await inTurn(sql, asked);
  await inTurn(sql, asked.slice(0, begin));
  const rows = await sql.begin((tx) => inTurn(tx, asked.slice(begin + 1, commit)));
  await inTurn(sql, asked.slice(commit + 1));
  return rows;
}

/** @returns the last one's rows. */
async function inTurn(client: Client, asked: Asked): Promise<readonly object[]> {
  let rows: readonly object[] = [];
  for (const { text, parameters } of asked) rows = await client.unsafe(text, parameters as never[]); // was given to the driver before
  return rows;
}
