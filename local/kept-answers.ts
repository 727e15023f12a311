import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { LRUCache } from "lru-cache";
import { namesEtag } from "#functions/request";

/** All that is kept together takes at most so much; what nobody has asked for longest goes first. */
const bytesMax = 16_000_000;

interface Kept {
  readonly answer: APIGatewayProxyStructuredResultV2;
  readonly keptAt: number;
}

/** What one answer depends on; a different one of any of these is a different question. */
interface Question {
  /** Path and query as they were sent. */
  readonly target: string;
  readonly authorization: string;
  readonly acceptEncoding: string;
}

/**
 * Answers of which the handler says that others may keep them, for as long as it says: what CloudFront does for a deployed
 * store. Each key has answers of its own, and a key that is revoked may see what was kept for it until that is too old.
 */
export function keptAnswers() {
  const cache = new LRUCache<string, Kept>({
    maxSize: bytesMax,
    sizeCalculation: ({ answer }, key) => key.length + (answer.body ?? "").length + 1_000,
  });
  return {
    /** What is kept; `If-None-Match` (`known`) that names it is answered by 304. */
    find(question: Question, known: string | undefined): APIGatewayProxyStructuredResultV2 | null {
      const kept = cache.get(nameOf(question));
      if (!kept) return null;
      const { body, isBase64Encoded, ...answer } = kept.answer;
      const headers = { ...answer.headers, age: Math.floor((performance.now() - kept.keptAt) / 1_000) };
      const isKnown = namesEtag(known, String(answer.headers?.["etag"]));
      if (isKnown) return { statusCode: 304, headers };
      return { ...answer, headers, body: body ?? "", isBase64Encoded: isBase64Encoded ?? false };
    },
    /** Keeps an answer if it may be kept. */
    keep(question: Question, answer: APIGatewayProxyStructuredResultV2): void {
      const [, seconds] = /^public, max-age=(\d+)$/.exec(String(answer.headers?.["cache-control"])) ?? [];
      if (answer.statusCode !== 200 || seconds === undefined) return;
      cache.set(nameOf(question), { answer, keptAt: performance.now() }, { ttl: Number(seconds) * 1_000 });
    },
  };
}

const nameOf = ({ target, authorization, acceptEncoding }: Question): string =>
  JSON.stringify([target, authorization, acceptEncoding]);
