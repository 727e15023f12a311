/**
 * A receiver that uses no code of Quartermaster: `WEBHOOK_SECRET=whsec_… npm run receiver`, then create an endpoint
 * with the URL http://localhost:4400. Copy it, and replace the printing with your own work.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const secret = process.env["WEBHOOK_SECRET"] || giveUp("Set WEBHOOK_SECRET to the endpoint's secret, whsec_ and all.");
const port = Number(process.env["PORT"] ?? 4400);

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function isOurs(signature: string, body: Buffer): boolean {
  const [, time = "0", given = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  return isRecent && given !== "" && timingSafeEqual(Buffer.from(given, "hex"), expected);
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] | null = await request.toArray().catch(() => null);
  if (chunks === null) return; // it broke off; an event is sent again
  const body = Buffer.concat(chunks);
  const isGood = isOurs(String(request.headers["x-service-signature"]), body);
  console.log(isGood ? body.toString() : "refused: the signature does not fit");
  response.writeHead(isGood ? 204 : 401).end();
});
server.on("error", ({ message }) => giveUp(`Port ${port} cannot be used, set PORT to another: ${message}`));
server.listen(port, () => console.log(`Listening on http://localhost:${port}`));
