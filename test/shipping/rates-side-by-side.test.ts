/**
 * Five carriers are asked at once, and the slowest of them does not delay the others. Checked by the order of events,
 * not by a clock.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { listen } from "#local/http/listen";
import { easypostFake, easypostKey } from "../carrier/fakes/easypost.ts";
import { easyshipToken } from "../carrier/fakes/easyship.ts";
import { shippoFake, shippoToken } from "../carrier/fakes/shippo.ts";
import { shipstationFake, shipstationKey } from "../carrier/fakes/shipstation.ts";
import { call } from "../support/call.ts";
import { aBox, aCarrier, anOrderToSend } from "../support/given/carriers.ts";
import { makeCalls } from "../support/given/gateways.ts";

const count = 5;

/** A proxy for a carrier: none is answered until all five have been asked, and the last one never is. */
function gates() {
  const reached = new Set<string>();
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  const before = async (code: string, origin: string | null): Promise<string> => {
    const server = createServer(async ({ method = "", url = "", headers }, response) => {
      const body = await text(response.req);
      reached.add(code);
      if (reached.size === count) open();
      await all;
      if (origin === null) return;
      const given = Object.entries(headers).filter(
        ([name]) => !["host", "connection", "content-length"].includes(name),
      );
      const answer = await fetch(`${origin}${url}`, {
        method,
        headers: given.map(([name, value]) => [name, String(value)] as [string, string]),
        ...(body !== "" && { body }),
      });
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    });
    const listening = await listen(server);
    onTestFinished(() => {
      server.closeAllConnections();
      return listening.stop();
    });
    return listening.url;
  };
  return { before, reached };
}

it("come from four of five while the fifth hangs, which is cut off and says so", async () => {
  const { before, reached } = gates();
  const testcarrier = await aCarrier();
  await aBox({ isDefault: true });
  const [easypost, shippo, shipstation] = [await easypostFake(), await shippoFake(), await shipstationFake()];
  const path = "/api/test-carrier";
  const settings = {
    testcarrier: {
      ...testcarrier.settings,
      address: `${await before("testcarrier", testcarrier.origin)}${path}`,
    },
    easypost: { apiKey: easypostKey, labelFormat: "PDF", server: await before("easypost", easypost.origin) },
    shippo: { token: shippoToken, labelFormat: "PDF_4x6", server: await before("shippo", shippo.origin) },
    shipstation: {
      ...{ apiKey: shipstationKey, labelFormat: "pdf" },
      server: await before("shipstation", shipstation.origin),
    },
    easyship: {
      ...{ token: easyshipToken, itemCategory: "fashion", labelFormat: "pdf" },
      server: await before("easyship", null),
    },
  };
  for (const [code, given] of Object.entries(settings)) {
    expect((await call(provider.configure, { code, settings: given } as never)).status).toBe(200); // its own type
  }
  const { made, place } = await anOrderToSend(2, { email: "asha@example.com" });
  const lines = [{ lineId: made.lines[0]!.id, quantity: 2 }];
  const { body: asked } = await call(parcel.rates, { id: made.id, locationId: place.locationId, lines });
  expect(asked.carriers.map(({ status }) => status)).toEqual(Array(count).fill("asked"));

  const standing = async () =>
    Object.fromEntries(
      (
        await db().execute<{ carrier: string; status: string; says: string | null }>(sql`
          select carrier, status, says from parcel_rates where order_id = ${made.id}`)
      ).map(({ carrier, status, says }) => [carrier, says ?? status]),
    );
  const order: string[] = [];
  const working = makeCalls().then(() => void order.push("the fifth is cut off"));
  const others = ["testcarrier", "easypost", "shippo", "shipstation"];
  const areThere = async () => {
    const now = await standing();
    return others.every((code) => now[code] !== "asked");
  };
  while (!(await areThere()) && order.length === 0) await new Promise((later) => setTimeout(later, 10));
  order.push("four are there");
  expect(await standing()).toEqual({ ...Object.fromEntries(others.map((code) => [code, "done"])), easyship: "asked" });
  await working;
  expect(order).toEqual(["four are there", "the fifth is cut off"]);
  expect([...reached].toSorted()).toEqual([...others, "easyship"].toSorted());
  expect(await standing()).toMatchObject({ shippo: "done", easyship: "There was no answer in time." });
});
