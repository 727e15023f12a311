/** A database that is down, or still starting: clients are told to retry, and find everything unchanged. */
import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as service from "#core/contract/service";
import * as session from "#core/contract/session";
import { call, ownersKey } from "../support/call.ts";
import { anOrder, nothingChanged, somebody } from "../support/given/orders.ts";
import { aPerson, aSignedIn, password } from "../support/given/people.ts";
import { aStocklessVariant } from "../support/given/stock.ts";
import { inAServerOfItsOwn } from "../support/own-server.ts";

const server = inAServerOfItsOwn();

describe("while the database is away", { timeout: 60_000 }, () => {
  // A client that reads "500" files a bug, or tells a customer that the order is lost; one that reads "503" comes back.
  it.each(["stopped", "starting"])(
    "%s: reads, writes and signing in answer 503 service.away, and change nothing",
    async (how) => {
      await ownersKey();
      const { id } = await anOrder();
      const variantId = await aStocklessVariant({ trackStock: false });
      const { email } = await aPerson();
      const { headers } = await aSignedIn();
      const create = { ...somebody, lines: [{ variantId, quantity: 1 }] };
      const asked = [
        () => call(order.read, { id }),
        () => call(order.create, create),
        () =>
          call(
            order.addNote,
            { id, text: "Meanwhile" },
            { headers: { "idempotency-key": `meanwhile ${how}`.replace(" ", "-") } },
          ),
        () => call(session.signIn, { email, password }, { as: null }),
        () => call(session.read, {}, { headers }),
        () => call(session.changePassword, { currentPassword: password, newPassword: `${password}!` }, { headers }),
        () => call(session.signOut, {}, { headers }),
      ];
      await nothingChanged(async () => {
        await server.stop();
        if (how === "starting") await server.startUnready();
        try {
          // Twice: over connections that were cut, and over none.
          for (const ask of [...asked, ...asked]) {
            expect(await ask()).toMatchObject({
              status: 503,
              headers: { "retry-after": "1" },
              body: { error: { code: "service.away" } },
            });
          }
          expect(await call(service.health, {}, { as: null })).toMatchObject({ status: 200 });
          expect(await call(service.ready, {}, { as: null })).toMatchObject({ status: 503 });
        } finally {
          await server.start();
        }
      });
      const answers = [];
      for (const ask of asked) answers.push((await ask()).status);
      expect(answers).toEqual([200, 201, 201, 200, 200, 200, 200]);
    },
  );
});
