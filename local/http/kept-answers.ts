import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { LRUCache } from "lru-cache";
import type { Encoding } from "#functions/encoding";
import { namesEtag } from "#functions/request";

/** The size limit of the cache; the least recently used entries go first. */
const bytesMax = 16_000_000;

/** An answer; if it was cached, with the bytes of its body, which all responses share. */
export interface Shared extends APIGatewayProxyStructuredResultV2 {
  readonly bytes?: Buffer;
}

interface Kept {
  readonly answer: APIGatewayProxyStructuredResultV2;
  readonly bytes: Buffer;
  readonly keptAt: number;
}

/** The cache key: everything that an answer depends on. */
interface Question {
  /** Path and query as they were sent. */
  readonly target: string;
  readonly authorization: string;
  readonly encoding: Encoding | null;
}

/** This many at most make the answer to one question at once, if it turns out that it may not be cached. */
export const atOnce = 4;

/**
 * A cache of the answers that their handlers allow to be cached, for as long as they allow it: what CloudFront does for
 * a deployed store. Each API key has its own entries; a revoked key can read its entries until they expire.
 *
 * The function that it returns gives what is cached, or else what `make` makes, or a 304 if `If-None-Match` (`known`)
 * names that. `make` makes the full answer even then, as only that is cached. Of several that ask at once, the others
 * wait for the first.
 */
export function keptAnswers() {
  const cache = new LRUCache<string, Kept>({
    maxSize: bytesMax,
    sizeCalculation: ({ bytes }, key) => key.length + bytes.length + 1_000,
  });
  const underWay = new Map<string, Set<Promise<void>>>();

  return async (question: Question, known: string | undefined, make: () => Promise<Shared>): Promise<Shared> => {
    const name = nameOf(question);
    for (let most = 1; ; most = atOnce) {
      const found = find(name, known);
      if (found) return found;
      const busy = underWay.get(name);
      if (!busy || busy.size < most) break;
      await Promise.race(busy);
    }
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const busy = underWay.get(name) ?? new Set();
    underWay.set(name, busy.add(ended));
    try {
      const made = await make();
      keep(name, made);
      return (known === undefined ? null : find(name, known)) ?? made;
    } finally {
      busy.delete(ended);
      if (busy.size === 0) underWay.delete(name);
      end();
    }
  };

  function find(name: string, known: string | undefined): Shared | null {
    const kept = cache.get(name);
    if (!kept) return null;
    const { answer, bytes, keptAt } = kept;
    const headers = { ...answer.headers, age: Math.floor((performance.now() - keptAt) / 1_000) };
    const isKnown = namesEtag(known, String(answer.headers?.["etag"]));
    return isKnown ? { statusCode: 304, headers } : { ...answer, headers, bytes };
  }

  /** Stores an answer, if it may be cached. */
  function keep(name: string, { body = "", isBase64Encoded, ...answer }: Shared): void {
    const [, seconds] = /^public, max-age=(\d+)$/.exec(String(answer.headers?.["cache-control"])) ?? [];
    if (answer.statusCode !== 200 || seconds === undefined) return;
    const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
    cache.set(name, { answer, bytes, keptAt: performance.now() }, { ttl: Number(seconds) * 1_000 });
  }
}

const nameOf = ({ target, authorization, encoding }: Question): string =>
  JSON.stringify([target, authorization, encoding]);
