/** Answers made smaller on their way, in an encoding that whoever asks has said they take. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { headerOf } from "./request.ts";

export type Encoding = "br" | "gzip";

/** What is smaller gains nothing worth the work: it fits into one packet as it is. */
const bytesMin = 1024;
/** Of Brotli's 0 to 11, what takes no longer than gzip does and is smaller. */
const qualityOnTheWay = 4;

/**
 * The best of the encodings that an `Accept-Encoding` takes; null where the answer is to go as it is. Of equals, Brotli is
 * smaller. Without the header, whoever asks takes nothing: they may be a script that reads the bytes as they come.
 */
export function encodingFor(accepted = ""): Encoding | null {
  const weights = new Map(accepted.toLowerCase().split(",").map(weighed));
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const best = weightOf("gzip") > weightOf("br") ? "gzip" : "br";
  return weightOf(best) > 0 && weightOf(best) >= (weights.get("identity") ?? 0) ? best : null;
}

/** `br;q=0.8` as its name and its weight, 1 where none is said. */
function weighed(entry: string): [name: string, weight: number] {
  const [name = "", ...parameters] = entry.split(";").map((part) => part.trim());
  const said = parameters.find((parameter) => parameter.startsWith("q="));
  return [name, said === undefined ? 1 : Number(said.slice(2)) || 0];
}

/** Beside the event loop. `quality` is Brotli's, 0 to 11: the default is for an answer that somebody waits for. */
export async function encoded(bytes: Uint8Array, encoding: Encoding, quality = qualityOnTheWay): Promise<Buffer> {
  // Loaded on use: a cold start, and an answer that stays small, do without it.
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
 * The same answer, compressed where it is worth it, in base64 as API Gateway takes bytes. A page of another site cannot
 * make a browser ask with the session's cookie (`SameSite=Strict`), so no stranger can try out what makes it smaller. Its
 * `ETag` stays as it is: nothing keeps the answer, and it names the version for `If-Match`.
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
