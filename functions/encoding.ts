/** Compresses answers in an encoding that the client accepts. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { headerOf } from "./request.ts";

export type Encoding = "br" | "gzip";

/** Smaller answers are not worth compressing: they fit into one packet. */
const bytesMin = 1024;
/** Of Brotli's 0 to 11, the level that takes no longer than gzip and is smaller. */
const qualityOnTheWay = 4;

/**
 * The best encoding that an `Accept-Encoding` allows; null for none. Among equals, Brotli is smaller. Without the
 * header nothing is compressed: the client may be a script that reads the bytes as they are.
 */
export function encodingFor(accepted = ""): Encoding | null {
  const weights = new Map(accepted.toLowerCase().split(",").map(weighed));
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const best = weightOf("gzip") > weightOf("br") ? "gzip" : "br";
  return weightOf(best) > 0 && weightOf(best) >= (weights.get("identity") ?? 0) ? best : null;
}

/** `br;q=0.8` as its name and its weight, 1 by default. */
function weighed(entry: string): [name: string, weight: number] {
  const [name = "", ...parameters] = entry.split(";").map((part) => part.trim());
  const qParameter = parameters.find((parameter) => parameter.startsWith("q="));
  return [name, qParameter === undefined ? 1 : Number(qParameter.slice(2)) || 0];
}

/** Runs outside the event loop. `quality` is Brotli's, 0 to 11: the default is for an answer that someone waits for. */
export async function encoded(bytes: Uint8Array, encoding: Encoding, quality = qualityOnTheWay): Promise<Buffer> {
  // Loaded on use: a cold start, and small answers, do without it.
  const { brotliCompress, constants, gzip } = await import("node:zlib");
  return new Promise((done, failed) => {
    const end = (error: Error | null, made: Buffer) => (error ? failed(error) : done(made));
    const params = {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    if (encoding === "br") brotliCompress(bytes, { params }, end);
    else gzip(bytes, end);
  });
}

/**
 * The same answer, compressed if worthwhile, in base64 as API Gateway takes bytes. Another site's page cannot make a
 * browser send the session's cookie (`SameSite=Strict`), so no outsider can probe secrets by the compressed size. The
 * `ETag` is unchanged: the answer is not cached, and the `ETag` names the version for `If-Match`.
 */
export async function compressed(
  event: APIGatewayProxyEventV2,
  answer: APIGatewayProxyStructuredResultV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { body = "", headers, isBase64Encoded } = answer;
  if (isBase64Encoded || Buffer.byteLength(body) < bytesMin) return answer;
  const encoding = encodingFor(headerOf(event, "accept-encoding"));
  const varying = { ...headers, vary: [headers?.["vary"] ?? [], "accept-encoding"].flat().join(", ") };
  if (!encoding) return { ...answer, headers: varying };
  return {
    ...answer,
    headers: { ...varying, "content-encoding": encoding },
    body: (await encoded(Buffer.from(body), encoding)).toString("base64"),
    isBase64Encoded: true,
  };
}
