/** What the soak's clients do: every operation that moves stock or money, on few shelves and few orders, so that they collide. */
import type { Id } from "#core/contract/fields";
import type { Answer, Asked, Operation } from "#core/contract/kit";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as returns from "#core/contract/returns";
import * as stock from "#core/contract/stock";
import * as transfer from "#core/contract/transfer";

export interface World {
  readonly variants: readonly Id<"variant">[];
  readonly locations: readonly Id<"location">[];
}

export interface Answered<Op extends Operation> {
  readonly status: number;
  readonly body: Answer<Op>;
}
/** Asks as a client does; a fault, or a refusal that is not declared, throws. */
export type Ask = <Op extends Operation>(op: Op, input: Asked<Op>) => Promise<Answered<Op>>;

/** Numbers from 0 to 1 that a seed gives again (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Client {
  readonly ask: Ask;
  readonly world: World;
  readonly random: () => number;
}

const address = { line1: "1 Market Street", city: "Pune", postalCode: "411001", country: "IN" };

/** One random step; most are refused some of the time, which is as it should be. */
export async function step(client: Client): Promise<void> {
  const names = Object.keys(steps) as (keyof typeof steps)[]; // Object.keys forgets the keys' type
  await steps[oneOf(client, names)](client);
}

const steps = {
  create: async (client: Client) => {
    await client.ask(order.create, {
      email: "soak@example.com",
      name: "Soak",
      address,
      payment: client.random() < 0.3 ? "cod" : "manual",
      lines: someOf(client, client.world.variants).map((variantId) => ({ variantId, quantity: small(client) })),
    });
  },
  editLines: async (client: Client) => {
    const one = await anOrder(client);
    if (!one) return;
    const line = oneOf(client, one.lines);
    const choice = client.random();
    const variantId = oneOf(client, client.world.variants);
    await client.ask(order.editLines, {
      id: one.id,
      ...(choice < 0.5
        ? { change: [{ lineId: line.id, quantity: small(client) }] }
        : choice < 0.8
          ? { add: [{ variantId, quantity: small(client) }] }
          : { remove: [line.id], add: [{ variantId, quantity: small(client) }] }),
      dryRun: client.random() < 0.2,
    });
  },
  cancel: (client: Client) => onAnOrder(client, order.cancel),
  markPaid: (client: Client) => onAnOrder(client, order.markPaid, { method: "cash" }),
  markPaidToo: (client: Client) => onAnOrder(client, order.markPaid, { method: "cash" }),
  failPayment: (client: Client) => onAnOrder(client, order.markPaid, { outcome: "failed" }),
  markUnpaid: (client: Client) => onAnOrder(client, order.markUnpaid),
  note: (client: Client) => onAnOrder(client, order.addNote, { text: "soaked" }),
  details: (client: Client) => onAnOrder(client, order.editDetails, { name: `Soak ${small(client)}` }),
  ship: async (client: Client) => {
    const one = await anOrder(client, "confirmed");
    const held = one?.lines.flatMap(({ id, allocations }) => allocations.map((place) => ({ id, ...place }))) ?? [];
    if (!one || held.length === 0) return;
    const first = oneOf(client, held);
    const lines = held
      .filter(({ locationId }) => locationId === first.locationId)
      .map(({ id, quantity }) => ({ lineId: id, quantity: 1 + Math.floor(client.random() * quantity) }));
    await client.ask(parcel.ship, { id: one.id, locationId: first.locationId, lines });
  },
  unship: (client: Client) => onAParcel(client, parcel.unship),
  deliver: (client: Client) => onAParcel(client, parcel.deliver),
  undeliver: (client: Client) => onAParcel(client, parcel.undeliver),
  returnGoods: async (client: Client) => {
    const one = await anOrder(client, "shipped");
    const line = one?.lines.find(({ shipped, returned }) => shipped > returned);
    if (!one || !line) return;
    const restock = client.random() < 0.7;
    const locationId = oneOf(client, client.world.locations);
    await client.ask(returns.record, {
      id: one.id,
      lines: [{ lineId: line.id, quantity: 1, restock, ...(restock && { locationId }) }],
    });
  },
  withdrawReturn: async (client: Client) => {
    const one = await anOrder(client, "shipped");
    const [back] = one?.returns ?? [];
    if (one && back) await client.ask(returns.withdraw, { id: one.id, returnId: back.id });
  },
  receive: (client: Client) => onAShelf(client, stock.receive, { quantity: 1 + Math.floor(client.random() * 12) }),
  adjust: (client: Client) =>
    onAShelf(client, stock.adjust, { quantity: client.random() < 0.5 ? -2 : 2, reason: "soaked" }),
  count: (client: Client) => onAShelf(client, stock.count, { quantity: Math.floor(client.random() * 25) }),
  transfer: async (client: Client) => {
    const [fromLocationId, toLocationId] = shuffled(client, client.world.locations);
    const lines = someOf(client, client.world.variants).map((variantId) => ({ variantId, quantity: small(client) }));
    if (fromLocationId && toLocationId) await client.ask(transfer.create, { fromLocationId, toLocationId, lines });
  },
  sweepUnpaid: async ({ ask }: Client) => void (await ask(order.sweepUnpaid, {})),
};

const small = ({ random }: Client) => 1 + Math.floor(random() * 4);

/** For lists that are not empty. */
function oneOf<T>({ random }: Client, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error("nothing to choose from");
  return chosen;
}

const shuffled = <T>({ random }: Client, list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);

/** One to three, in any order: locks that were taken in the order given would meet head-on. */
const someOf = <T>(client: Client, list: readonly T[]): T[] =>
  shuffled(client, list).slice(0, 1 + Math.floor(client.random() * 3));

/** One of the latest twenty, so that clients meet on it. */
async function anOrder(client: Client, status?: order.Status): Promise<Answer<typeof order.read> | undefined> {
  const { body: page } = await client.ask(order.list, { limit: 20, ...(status && { status }) });
  if (page.items.length === 0) return undefined;
  const { status: found, body } = await client.ask(order.read, { id: oneOf(client, page.items).id });
  return found === 200 ? body : undefined;
}

type OnOrder =
  | typeof order.cancel
  | typeof order.markPaid
  | typeof order.markUnpaid
  | typeof order.addNote
  | typeof order.editDetails;

async function onAnOrder<Op extends OnOrder>(client: Client, op: Op, input: Omit<Asked<Op>, "id"> | object = {}) {
  const { body: page } = await client.ask(order.list, { limit: 20 });
  if (page.items.length === 0) return;
  await client.ask(op, { id: oneOf(client, page.items).id, ...input } as Asked<Op>); // each caller's fields fit its operation
}

type OnParcel = typeof parcel.unship | typeof parcel.deliver | typeof parcel.undeliver;

async function onAParcel(client: Client, op: OnParcel) {
  const statuses = ["partiallyShipped", "shipped", "delivered"] as const;
  const one = await anOrder(client, oneOf(client, statuses));
  if (one && one.parcels.length > 0) await client.ask(op, { id: one.id, parcelId: oneOf(client, one.parcels).id });
}

type OnShelf = typeof stock.receive | typeof stock.adjust | typeof stock.count;

async function onAShelf<Op extends OnShelf>(client: Client, op: Op, input: object) {
  const id = oneOf(client, client.world.variants);
  const locationId = oneOf(client, client.world.locations);
  await client.ask(op, { id, locationId, ...input } as Asked<Op>); // each caller's fields fit its operation
}
