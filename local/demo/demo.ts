/** A store to look at, made by the core's own verbs, so that its books are as consistent as those of a real one. */

import { createCategory } from "#core/category/create-category";
import { createChannel } from "#core/channel/create-channel";
import * as category from "#core/contract/category";
import * as channel from "#core/contract/channel";
import type { Id } from "#core/contract/kit/fields";
import type { Asked } from "#core/contract/kit/operation";
import * as location from "#core/contract/location";
import * as product from "#core/contract/product";
import * as stock from "#core/contract/stock";
import * as store from "#core/contract/store";
import * as tax from "#core/contract/tax";
import * as webhook from "#core/contract/webhook";
import { db } from "#core/db/client";
import { and, eq } from "#core/db/drizzle";
import { createLocation } from "#core/location/create-location";
import { locations } from "#core/location/location.table";
import { createProduct } from "#core/product/create-product";
import { receiveStock } from "#core/stock/receive-stock";
import { editStore } from "#core/store/edit";
import { createTaxRate } from "#core/tax/create-tax-rate";
import { createEndpoint } from "#core/webhook/endpoints/create-endpoint";
import { editEndpoint } from "#core/webhook/endpoints/edit-endpoint";
import { removeEndpoint } from "#core/webhook/endpoints/remove-endpoint";
import { endpoints } from "#core/webhook/webhook.table";
import { doing } from "./doing.ts";
import { aBackorder, anOrder, scarceAt } from "./orders.ts";
import { goods, grams, places } from "./words.ts";

/** How long the store has existed. */
const days = 90;
/** Fewer on weekdays, more at weekends and in the last month: a chart should show something. */
const ordersOn = (daysAgo: number) =>
  daysAgo === 0 ? 10 : 4 + (daysAgo % 7 < 2 ? 2 : 0) + (daysAgo < 30 ? 1 : 0) + (daysAgo % 11 === 0 ? 2 : 0);
/** The last orders ask for more of one variant than is in stock. */
const waitingCount = 3;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Between two orders of a day. */
const spacingMs = 45 * 60_000;
/** Concurrency: enough to be quick, low enough to leave room for people who already look around. */
const atOnce = 4;
/** Where `npm run receiver` listens. */
const receiverUrl = "http://localhost:4400/";

/**
 * The endpoint of `npm run receiver`. It gets nothing until the demo is complete. One with an unknown secret is
 * removed.
 */
export async function demoEndpoint(): Promise<{ id: Id<"endpoint">; secret: string }> {
  for (const { id } of await leftEndpoints()) await doing(webhook.removeEndpoint, removeEndpoint)({ id });
  return doing(webhook.createEndpoint, createEndpoint)({ url: receiverUrl, events: ["order.*"], active: false });
}

/** Whether an earlier start ended while it filled the store: the receiver's endpoint is then still as created. */
export const demoWasLeft = async (): Promise<boolean> => (await leftEndpoints()).length > 0;

function leftEndpoints() {
  const { id, url, active, createdAt, updatedAt } = endpoints;
  const untouched = and(eq(url, receiverUrl), eq(active, false), eq(createdAt, updatedAt));
  return db().select({ id }).from(endpoints).where(untouched);
}

/** Fills a new store with goods in three locations and orders in every state. Ends early when `stopping` is aborted. */
export async function fillStore(endpointId: Id<"endpoint">, stopping: AbortSignal): Promise<void> {
  // The demo's goods, prices and customers are in India, so its days are too, whatever this machine's time zone.
  await doing(store.edit, editStore)({ timeZone: "Asia/Kolkata", showsSetup: false });
  const now = Date.now();
  const opened = new Date(now - (days + 1) * dayMs);
  const variantIds = await fillStock(stopping, opened);
  let nth = 0;
  // One day after another, so that ids and numbers are in chronological order.
  for (let daysAgo = days - 1; daysAgo >= 0 && !stopping.aborted; daysAgo--) {
    const morning = now - daysAgo * dayMs - 10 * hourMs;
    if (daysAgo > 0 && daysAgo % 30 === 0) await restock(variantIds, new Date(morning));
    const placed = Array.from({ length: ordersOn(daysAgo) }, (_, before) => ({
      nth: nth++,
      at: morning + before * spacingMs,
    }));
    for (let first = 0; first < placed.length; first += atOnce) {
      await Promise.all(
        placed.slice(first, first + atOnce).map(({ nth: number, at }) => anOrder(number, variantIds, { at, now })),
      );
    }
  }
  for (const nth of Array(waitingCount).keys()) if (!stopping.aborted) await aBackorder(nth, variantIds);
  if (!stopping.aborted) await doing(webhook.editEndpoint, editEndpoint)({ id: endpointId, active: true });
}

async function fillStock(stopping: AbortSignal, opened: Date): Promise<Id<"variant">[]> {
  await doing(tax.create, createTaxRate)({ name: "GST 18%", basisPoints: 1800 });
  for (const [code, name] of Object.entries(places.channels)) {
    await doing(channel.create, createChannel)({ code, name });
  }
  const locationIds: Id<"location">[] = [];
  for (const [nth, [code, place]] of Object.entries(places.locations).entries()) {
    const { id } = await doing(location.create, createLocation)({ code, ...place, priority: nth });
    locationIds.push(id);
  }
  const variantIds: Id<"variant">[] = [];
  for (const [name, titles] of Object.entries(goods)) {
    const { id: categoryId } = await doing(category.create, createCategory)({ name }, opened);
    for (const title of titles) {
      if (stopping.aborted) break;
      const { variants } = await doing(product.create, createProduct)(
        aProduct(title, { id: categoryId, name }, variantIds.length),
        opened,
      );
      for (const { id } of variants) {
        await receive(id, locationIds, variantIds.length, opened);
        variantIds.push(id);
      }
    }
  }
  return variantIds;
}

const sizes = ["S", "M", "L"];

interface Category {
  readonly id: Id<"category">;
  readonly name: string;
}

function aProduct(title: string, category: Category, nth: number): Asked<typeof product.create> {
  const sized = /shirt|jacket|trousers|jumper/i.test(title);
  const skuOf = (size?: string) => [...title.toUpperCase().split(" "), ...(size ? [size] : [])].join("-");
  const priceMinor = 49_900 + ((nth * 7_919) % 40) * 5_000;
  const weightGrams = grams[category.name] ?? null;
  return {
    title,
    categoryId: category.id,
    status: "active",
    description: `${title}, made to last.`,
    options: sized ? ["Size"] : [],
    variants: sized
      ? sizes.map((size) => ({
          sku: skuOf(size),
          options: [size],
          weightGrams,
          priceMinor,
          costMinor: Math.round(priceMinor * 0.45),
        }))
      : [
          {
            sku: skuOf(),
            weightGrams,
            priceMinor,
            costMinor: Math.round(priceMinor / 2),
            continueSelling: nth === scarceAt,
          },
        ],
  };
}

/** Plenty in the warehouse, a few in the shops; every eleventh variant is low. */
async function receive(
  id: Id<"variant">,
  locationIds: readonly Id<"location">[],
  nth: number,
  opened: Date,
): Promise<void> {
  for (const [shop, locationId] of locationIds.entries()) {
    if (shop > 0 && nth % 3 !== 0) continue;
    const quantity = nth % 11 === 10 ? 8 : shop === 0 ? 60 : 12;
    await doing(stock.receive, receiveStock)({ id, locationId, quantity, reason: "first delivery" }, opened);
  }
}

/** Once a month, variants that run low get some more where most of their stock is. */
async function restock(variantIds: readonly Id<"variant">[], at: Date): Promise<void> {
  const [main] = await db().select({ id: locations.id }).from(locations).orderBy(locations.priority).limit(1);
  for (const [nth, id] of variantIds.entries()) {
    if (main && nth % 11 === 10) {
      await doing(stock.receive, receiveStock)(
        { id, locationId: main.id, quantity: 8, reason: "monthly delivery" },
        at,
      );
    }
  }
}
