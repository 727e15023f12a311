import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { LRUCache } from "lru-cache";
import type { Encoding } from "#functions/encoding";
import { namesEtag } from "#functions/request";

/** The size limit of the cache; the least recently used entries go first. */
const bytesMax = 16_000_000;

interface Kept {
  readonly answer: APIGatewayProxyStructuredResultV2;
  readonly keptAt: number;
}

/** The cache key: everything that an answer depends on. */
interface Question {
  /** Path and query as they were sent. */
  readonly target: string;
  readonly authorization: string;
  readonly encoding: Encoding | null;
}

/**
 * A cache of the answers that their handlers allow to be cached, for as long as they allow it: what CloudFront does for
 * a deployed store. Each API key has its own entries; a revoked key can read its entries until they expire.
 */
export function keptAnswers() {
  const cache = new LRUCache<string, Kept>({
    maxSize: bytesMax,
    sizeCalculation: ({ answer }, key) => key.length + (answer.body ?? "").length + 1_000,
  });
  return {
    /** The cached answer, or a 304 if `If-None-Match` (`known`) names it. */
    find(question: Question, known: string | undefined): APIGatewayProxyStructuredResultV2 | null {
      const kept = cache.get(nameOf(question));
      if (!kept) return null;
      const { body, isBase64Encoded, ...answer } = kept.answer;
      const headers = { ...answer.headers, age: Math.floor((performance.now() - kept.keptAt) / 1_000) };
      const isKnown = namesEtag(known, String(answer.headers?.["etag"]));
      if (isKnown) return { statusCode: 304, headers };
      return { ...answer, headers, body: body ?? "", isBase64Encoded: isBase64Encoded ?? false };
    },
    /** Stores an answer, if it may be cached. */
    keep(question: Question, answer: APIGatewayProxyStructuredResultV2): void {
      const [, seconds] = /^public, max-age=(\d+)$/.exec(String(answer.headers?.["cache-control"])) ?? [];
      if (answer.statusCode !== 200 || seconds === undefined) return;
      cache.set(nameOf(question), { answer, keptAt: performance.now() }, { ttl: Number(seconds) * 1_000 });
    },
  };
}

const nameOf = ({ target, authorization, encoding }: Question): string =>
  JSON.stringify([target, authorization, encoding]);
