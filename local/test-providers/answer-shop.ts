/** How the test gateway and the test carrier answer a shop: one key, and the same answer to a repeated request. */
import { createHash } from "node:crypto";
import type * as z from "zod";
import { sameText } from "#core/provider/inbound";
import { jsonOf } from "./json-of.ts";

export interface ShopAsks {
  readonly method: string;
  /** Relative to the provider's own address. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

export interface ShopHears {
  readonly status: number;
  readonly json: unknown;
}

interface Books {
  /** The key that authorises a shop's requests. */
  readonly key: string;
  /** Answers to requests with an `Idempotency-Key`. */
  readonly kept: { key: string; asked: string; status: number; json?: unknown; at: string }[];
}

/**
 * Does the work, or repeats the earlier answer to the same key. @param keeps whether an answer with this status is
 * kept.
 */
export function answeredOnce(
  books: Books,
  asks: ShopAsks,
  { now, keeps, work }: { now: Date; keeps: (status: number) => boolean; work: () => ShopHears },
): ShopHears {
  const { authorization, "idempotency-key": given } = asks.headers;
  if (!sameText(String(authorization), `Bearer ${books.key}`)) return no(401, "credentials", "The key is wrong.");
  const key = asks.method === "POST" && typeof given === "string" ? given : "";
  const fingerprint = createHash("sha256").update(`${asks.path}\n${asks.body}`).digest("hex");
  const before = books.kept.find((one) => one.key === key);
  if (before && before.asked !== fingerprint) return no(409, "key.mismatch", "The key was used for something else.");
  if (before) return { status: before.status, json: before.json };
  const answer = work();
  if (key !== "" && keeps(answer.status))
    books.kept.push({ key, asked: fingerprint, ...answer, at: now.toISOString() });
  return answer;
}

/** The body as parsed by the schema, or what is wrong with it. */
export function parsed<Schema extends z.ZodType>(
  schema: Schema,
  { body }: ShopAsks,
  then: (fingerprint: z.output<Schema>) => ShopHears,
): ShopHears {
  const found = schema.safeParse(jsonOf(body));
  if (found.success) return then(found.data);
  const issues = found.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  return no(400, "invalid", issues.join("; "));
}

export const no = (status: number, code: string, message: string): ShopHears => ({
  status,
  json: { error: { code, message } },
});
