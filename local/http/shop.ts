/**
 * The example shop of a demo store, at `/shop/`: the pages of examples/storefront with a storefront key of this store.
 */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { system } from "#core/actor";
import * as key from "#core/contract/key";
import * as store from "#core/contract/store";
import { inChange } from "#core/db/change";
import { pageAt } from "#core/message/template/scope-of-order";
import { createKey } from "#core/staff/keys/create-key";
import { editStore } from "#core/store/edit";
import { pageHeaders } from "#functions/page-headers";
import { doing } from "../demo/doing.ts";

const pages = join(import.meta.dirname, "..", "..", "examples", "storefront");
const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};
const payments = { test: "Test gateway", cod: "Cash on delivery" };
const keyFile = (folder: string) => join(folder, "shop-key");

/**
 * Sets up a demo store's shop: a storefront key, kept in the store's folder, and the link in emails about abandoned
 * carts. Without the example's pages there is no shop.
 */
export async function openShop(folder: string): Promise<void> {
  if (!existsSync(pages)) return;
  // Only an owner can create keys; at the first start the program acts as one.
  const made = await inChange({ ...system("demo"), role: "owner" }, (change) =>
    createKey(change, key.create.input.parse({ name: "Example shop", role: "staff", storefront: true })),
  );
  await writeFile(keyFile(folder), made.key, { mode: 0o600 });
  await doing(store.edit, editStore)({ cartUrl: `${pageAt("/shop/")}#cart={token}` });
}

export const hasShop = (folder: string): boolean => existsSync(keyFile(folder)) && existsSync(pages);

/** A page of this store's shop. Its settings.json is generated; copies of the pages have their own. */
export async function answerShop(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return void response.writeHead(405, { allow: "GET, HEAD", ...pageHeaders }).end();
  }
  if (path === "/shop") return void response.writeHead(301, { location: "/shop/" }).end();
  const name = path.slice("/shop/".length) || "index.html";
  const isPage = /^\w+\.\w+$/.test(name);
  const body = name === "settings.json" ? await settingsOf(folder) : isPage ? await pageNamed(name) : null;
  if (body === null) return void response.writeHead(404, pageHeaders).end();
  const type = types[extname(name)] ?? "application/json";
  response.writeHead(200, { "content-type": type, "cache-control": "no-cache", ...pageHeaders });
  response.end(request.method === "HEAD" ? undefined : body);
}

const settingsOf = async (folder: string): Promise<string> =>
  JSON.stringify({ api: "", key: await readFile(keyFile(folder), "utf8"), payments });

const pageNamed = (name: string): Promise<Buffer | null> => readFile(join(pages, name)).catch(() => null);
