/** A server with its own books inside the store's process, on one machine: what the gateway and the carrier share. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf } from "../http/body-of.ts";
import { no, type ShopAsks, type ShopHears } from "./answer-shop.ts";

export interface TestProvider {
  readonly answer: (request: IncomingMessage, response: ServerResponse, target: string) => Promise<void>;
  /** Starts to send events to the shop at this address, including those from before the last stop. */
  readonly begin: (shopUrl: string) => void;
  readonly settingsAt: (shopUrl: string) => {
    readonly address: string;
    readonly key: string;
    readonly webhookSecret: string;
  };
  readonly stop: () => Promise<void>;
}

/** @returns null if its body is too large. @param base the provider's own address, below which its paths are. */
export async function asksOf(
  request: IncomingMessage,
  target: string,
  { base, bodyBytesMax }: { base: string; bodyBytesMax: number },
): Promise<ShopAsks | null> {
  const { method = "GET", headers } = request;
  const { pathname, searchParams } = new URL(target, "http://provider");
  const body = await bodyOf(request, bodyBytesMax);
  return (
    body && { method, path: pathname.slice(base.length), query: searchParams, headers, body: body.toString("utf8") }
  );
}

export function sendJson(response: ServerResponse, { status, json }: ShopHears): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(json));
}

/** Closes the connection, as the rest of the body is not read. */
export function refuseLargeBody(response: ServerResponse): void {
  response.setHeader("connection", "close");
  sendJson(response, no(413, "tooLarge", "The body is too large."));
}
