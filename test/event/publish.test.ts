import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import * as product from "#core/contract/product";
import { type Change, inChange, savepoint } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { emit } from "#core/event/emit";
import { inPublishedChange, publish } from "#core/event/publish";
import { newId } from "#core/id";
import { handler as sweepOutbox } from "#functions/schedule/sweep-outbox";
import { handler as sweepUnpaid } from "#functions/schedule/sweep-unpaid";
import { call } from "../support/call.ts";
import { aBusOfItsOwn, refusing, tookAll } from "../support/event-bus.ts";
import { writes } from "../support/every-write.ts";
import { anOrder, somebody } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import { invocation, scheduled } from "../support/invocation.ts";
import { linesLogged } from "../support/logged.ts";
import { aWriter } from "../support/processes.ts";

const bus = aBusOfItsOwn();
beforeEach(async () => {
  await db().$client`delete from events`;
});

const inOutbox = async () =>
  (await db().$client<{ id: string }[]>`select id from events order by id`).map(({ id }) => id);
const onBus = () => bus.events().map(({ id }) => id);
const emitOne = async (change: Change) => {
  emit(change, "product.created", newId("product"), {});
};
const by = system("test");

describe("what a request has emitted", () => {
  it.each(writes.filter(({ op }) => op.emits))("is on the bus when $name is answered", async ({ op, given }) => {
    const { input, headers = {} } = await given();
    await db().$client`delete from events`;
    bus.calls.length = 0;
    const answer = await call(op, input, { headers });
    expect(answer.status).toBeLessThan(300);
    expect(onBus().toSorted()).toEqual(await inOutbox());
    expect(bus.calls.flat()).not.toEqual([]);
    for (const { DetailType } of bus.calls.flat()) expect(op.emits).toContain(DetailType);
  });

  // A receiver looks a product up at once: notified before the commit, it would not find it.
  it("is not sent before its change has committed, and can then be read", async () => {
    const read: unknown[] = [];
    bus.answer = (entries, response) => {
      const [{ data }] = entries.map(({ Detail }) => JSON.parse(Detail));
      call(product.read, { id: data.id }).then(({ body }) => {
        read.push([data, body]);
        response.end(JSON.stringify(tookAll(entries, response)?.body));
      });
      return null;
    };
    await inChange(by, async (change) => {
      await emitOne(change);
    });
    await call(product.create, { title: "Kettle" });
    const [[inEvent, found]] = read as [[unknown, unknown]];
    expect(inEvent).toEqual(found);
  });

  it("is not sent for a dry run, a refusal or a repeated response", async () => {
    const { variantId } = await aVariantInStock(10);
    const input = { ...somebody, lines: [{ variantId, quantity: 2 }] };
    const headers = { "idempotency-key": "once" };
    await db().$client`delete from events`;
    expect(await call(order.create, { ...input, dryRun: true })).toMatchObject({ status: 200 });
    expect(await call(order.create, { ...input, lines: [{ variantId, quantity: 99 }] })).toMatchObject({ status: 409 });
    expect(bus.calls).toEqual([]);
    const { body } = await call(order.create, input, { headers });
    expect(await call(order.create, input, { headers })).toMatchObject({ body: { id: body.id } });
    expect(onBus()).toEqual(await inOutbox());
    expect(onBus()).toHaveLength(1);
  });

  it("makes no call to the bus if an operation emits nothing", async () => {
    await call(product.list, {});
    await call(order.addNote, { id: (await anOrder()).id, text: "Rang" });
    expect(bus.calls).toEqual([]);
  });
});

describe("what a change has emitted", () => {
  it("in work that lost a race and began again is sent as it was committed", async () => {
    let tries = 0;
    await inPublishedChange(by, async (change) => {
      await emitOne(change);
      if (++tries === 1) await change.tx.execute(sql`do $$ begin raise 'lost' using errcode = '40001'; end $$`);
    });
    expect(tries).toBe(2);
    expect(onBus()).toEqual(await inOutbox());
    expect(onBus()).toHaveLength(1);
  });

  it("by an operation that lost a race and began again is sent as it was committed", async () => {
    await db()
      .$client.unsafe(`
      create sequence races;
      create function loses() returns trigger language plpgsql as $$ begin
        if nextval('races') = 1 then raise sqlstate '40001'; end if;
        return null;
      end $$;
      create trigger loses after insert on events for each statement execute function loses()`)
      .simple();
    onTestFinished(async () => {
      await db().$client.unsafe("drop function loses() cascade; drop sequence races").simple();
    });
    const { id } = (await call(product.create, { title: "Kettle" })).body;
    expect(onBus()).toEqual(await inOutbox());
    expect(bus.calls.flat().map(({ Detail }) => JSON.parse(Detail).data.id)).toEqual([id]);
  });

  it("within a savepoint is sent unless that is rolled back", async () => {
    await inPublishedChange(by, async (change) => {
      await savepoint(change, emitOne);
      const undone = savepoint(change, async (trial) => {
        await emitOne(trial);
        throw new Error("taken back");
      });
      await expect(undone).rejects.toThrow("taken back");
    });
    expect(onBus()).toEqual(await inOutbox());
    expect(onBus()).toHaveLength(1);
  });

  it("is sent completely, however much it is", async () => {
    await inPublishedChange(by, async (change) => {
      for (let nth = 0; nth < 120; nth++) await emitOne(change);
    });
    expect(onBus().toSorted()).toEqual(await inOutbox());
    expect(onBus()).toHaveLength(120);
  });

  it("by a schedule is sent as it goes", async () => {
    const { id } = await anOrder();
    await db().$client`update orders set unpaid_since = now() - interval '9 days' where id = ${id}`;
    await db().$client`delete from events`;
    await sweepUnpaid(scheduled, invocation);
    expect(bus.calls.flat().map(({ DetailType }) => DetailType)).toEqual(["order.cancelled"]);
  });

  // A host answers many requests at once: a call for each would be most of its work.
  it("is sent together with what others emitted while a call was in progress", async () => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    bus.answer = (entries, response) => {
      if (bus.calls.length > 1) return tookAll(entries, response);
      held.then(() => response.end(JSON.stringify(tookAll(entries, response)?.body)));
      return null;
    };
    const first = inPublishedChange(by, emitOne);
    await vi.waitFor(() => expect(bus.calls).toHaveLength(1));
    const changes = await Promise.all(
      Array.from({ length: 3 }, () =>
        inChange(by, async (change) => {
          await emitOne(change);
          return change;
        }),
      ),
    );
    const others = Promise.all(changes.map(publish));
    goOn();
    await Promise.all([first, others]);
    expect(bus.calls.map((entries) => entries.length)).toEqual([1, 3]);
    expect(onBus().toSorted()).toEqual(await inOutbox());
  });
});

describe("a bus in trouble", () => {
  // What has committed must be neither reported as failed nor delayed because the bus is down.
  it.each(["does not answer", "is not there", "refuses the call"])("that %s fails no request", async (how) => {
    const before = process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"];
    if (how === "does not answer") bus.answer = () => null;
    if (how === "is not there") process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"] = "http://127.0.0.1:9";
    if (how === "refuses the call") bus.answer = () => ({ status: 400, body: { __type: "AccessDeniedException" } });
    expect(await call(product.create, { title: "Kettle" })).toMatchObject({ status: 201 });
    process.env["AWS_ENDPOINT_URL_EVENTBRIDGE"] = before;

    expect(await inOutbox()).toHaveLength(1);
    bus.answer = tookAll;
    await call(product.create, { title: "Pot" });
    expect(onBus()).toContain((await inOutbox())[1]);
  });

  it("that refuses one event is logged once with its code, and accepts the others", async () => {
    const lines = linesLogged();
    const refused: string[] = [];
    bus.answer = refusing("InternalFailure", ({ Detail }) => refused.includes(JSON.parse(Detail).subject.id));
    await inPublishedChange(by, async (change) => {
      for (let nth = 0; nth < 3; nth++) {
        const id = newId("product");
        if (nth === 1) refused.push(id);
        emit(change, "product.created", id, {});
      }
    });
    const [, bad] = await inOutbox();
    expect(lines).toMatchObject([{ level: "WARN", code: "InternalFailure", eventIds: [bad] }]);
    const rows = await db().$client`select refused_code, put_attempts as attempts from events order by id`;
    expect(rows).toEqual([
      { refused_code: null, attempts: 0 },
      { refused_code: "InternalFailure", attempts: 1 },
      { refused_code: null, attempts: 0 },
    ]);
  });

  // Kill -9 at the worst moment: the change is committed, but not answered, and no event has been sent.
  it("loses nothing if a process is killed between its commit and the bus, only half a minute", async () => {
    bus.answer = () => null;
    const writer = await aWriter("Samovar");
    await vi.waitFor(() => expect(bus.calls).toHaveLength(1), { timeout: 20_000 });
    await writer.kill();
    expect((await call(product.list, { q: "Samovar" })).body.items).toHaveLength(1);
    const [id] = await inOutbox();
    const [row] = await db().$client`
      select fanned_out_at, put_attempts as attempts, refused_code, next_put_at - time < interval '31 seconds' as soon from events`;
    expect(row).toEqual({ fanned_out_at: null, attempts: 0, refused_code: null, soon: true });

    bus.answer = tookAll;
    bus.calls.length = 0;
    await db().$client`update events set next_put_at = next_put_at - interval '31 seconds'`;
    await sweepOutbox({}, invocation);
    expect(onBus()).toEqual([id]);
  });
});
