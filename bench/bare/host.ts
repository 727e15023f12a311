/** A server in its own process that runs given statements for each request and returns the rows. */
import { createServer } from "node:http";
import { openDriver } from "#core/db/pool/driver";
import type { Asked } from "./bare.ts";

const [url = "", told = "[]"] = process.argv.slice(2);
const asked: Asked = JSON.parse(told);
const sql = openDriver(url, { max: 10, onnotice: () => {} });

const server = createServer(async (_, response) => {
  let rows: readonly object[] = [];
  for (const { text, parameters } of asked) rows = await sql.unsafe(text, parameters as never[]); // was given to the driver before
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(rows));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : 0);
});
process.on("disconnect", () => process.exit());
