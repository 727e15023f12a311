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

/**
 * A cache of the answers that their handlers allow to be cached, for as long as they allow it: what CloudFront does for
 * a deployed store. Each API key has its own entries; a revoked key can read its entries until they expire.
 */
export function keptAnswers() {
  const cache = new LRUCache<string, Kept>({
    maxSize: bytesMax,
    sizeCalculation: ({ bytes }, key) => key.length + bytes.length + 1_000,
  });
  const underWay = new Map<string, Promise<unknown>>();

  /** The cached answer, or a 304 if `If-None-Match` (`known`) names it. */
  function find(question: Question, known: string | undefined): Shared | null {
    const kept = cache.get(nameOf(question));
    if (!kept) return null;
    const { answer, bytes, keptAt } = kept;
    const headers = { ...answer.headers, age: Math.floor((performance.now() - keptAt) / 1_000) };
    const isKnown = namesEtag(known, String(answer.headers?.["etag"]));
    return isKnown ? { statusCode: 304, headers } : { ...answer, headers, bytes };
  }

  /** Stores an answer, if it may be cached. */
  function keep(question: Question, { body = "", isBase64Encoded, ...answer }: Shared): void {
    const [, seconds] = /^public, max-age=(\d+)$/.exec(String(answer.headers?.["cache-control"])) ?? [];
    if (answer.statusCode !== 200 || seconds === undefined) return;
    const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
    cache.set(nameOf(question), { answer, bytes, keptAt: performance.now() }, { ttl: Number(seconds) * 1_000 });
  }

  /** What is cached, or what `make` makes. Of several at once with the same question, the others wait for the first. */
  async function answered<Made extends Shared | null>(
    question: Question,
    known: string | undefined,
    make: () => Promise<Made>,
  ): Promise<Made | Shared> {
    const name = nameOf(question);
    await underWay.get(name);
    const kept = find(question, known);
    if (kept) return kept;
    const making = make().then((made) => {
      if (made) keep(question, made);
      return made;
    });
    const settled = making.then(
      () => underWay.delete(name),
      () => underWay.delete(name),
    );
    underWay.set(name, settled);
    return making;
  }

  return { find, keep, answered };
}

const nameOf = ({ target, authorization, encoding }: Question): string =>
  JSON.stringify([target, authorization, encoding]);
