/** The service about itself. */
import * as z from "zod";
import { operation } from "./kit/operation.ts";
import { plainPageHeaders } from "./kit/page-headers.ts";

const nothing = z.strictObject({});

export const health = operation({
  name: "service.health",
  method: "GET",
  path: "/api/health",
  right: "anyone",
  vendor: "open",
  summary: "Report that the process is running.",
  input: nothing,
  output: z.object({ status: z.literal("up") }),
  refuses: [],
  answersHead: true,
});

export const ready = operation({
  name: "service.ready",
  method: "GET",
  path: "/api/health/ready",
  right: "anyone",
  vendor: "open",
  summary:
    "Report that the database responds, is migrated and has disk space, and that an owner can sign in; 503 until then.",
  input: nothing,
  output: z.object({ status: z.literal("ready") }),
  refuses: ["service.notReady"],
  answersHead: true,
});

export const openapi = operation({
  name: "service.openapi",
  method: "GET",
  path: "/api/openapi.json",
  right: "anyone",
  vendor: "open",
  summary: "Describe this API in OpenAPI 3.1.",
  input: nothing,
  output: z.looseObject({ openapi: z.string() }),
  refuses: [],
  cacheSeconds: 60,
});

export const docs = operation({
  name: "service.docs",
  method: "GET",
  path: "/api/docs",
  right: "anyone",
  vendor: "open",
  summary: "Describe this API as a readable page.",
  input: nothing,
  output: z.string(),
  refuses: [],
  contentType: "text/html; charset=utf-8",
  cacheSeconds: 60,
  headers: plainPageHeaders,
});
