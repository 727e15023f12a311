/**
 * The clients of S3. What serves a request reaches this file, and all that stands on it, by `import()` only: to read the
 * library takes longer than most answers.
 */
import { S3Client, type S3ClientConfig, S3ServiceException } from "@aws-sdk/client-s3";
import { optional, required } from "#core/environment";
import { log } from "#core/log";
import { Refusal } from "#core/refusal";

/** In time for the request that waits for it. */
const connectMs = 2_000;
const answerMs = 10_000;

/** `FILES_ACCESS_KEY_ID` and `FILES_SECRET_ACCESS_KEY`, for a file store of another account than the queues'; else the usual ones. */
function credentials(): Pick<S3ClientConfig, "credentials"> {
  const [accessKeyId, secretAccessKey] = [optional("FILES_ACCESS_KEY_ID"), optional("FILES_SECRET_ACCESS_KEY")];
  return accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {};
}

const settings = (): S3ClientConfig => ({
  ...credentials(),
  region: optional("AWS_REGION") ?? "us-east-1",
  // What is not AWS has no host name for each bucket.
  forcePathStyle: (optional("AWS_ENDPOINT_URL_S3") ?? optional("AWS_ENDPOINT_URL")) !== undefined,
  // Otherwise a signed address for an upload would ask for the checksum of an empty file.
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
  requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs, throwOnRequestTimeout: true },
});

let shared: S3Client | undefined;
/** The process's own client, with the credentials that the environment has. */
export function s3(): S3Client {
  shared ??= new S3Client(settings());
  return shared;
}

let forStrangers: S3Client | undefined;
/** Signs what others will send. `FILES_URL` is where they find the store, when that is not S3's own address. */
export function signer(): S3Client {
  const endpoint = optional("FILES_URL");
  if (endpoint === undefined) return s3();
  forStrangers ??= new S3Client({ ...settings(), endpoint, forcePathStyle: true });
  return forStrangers;
}

export const filesBucket = () => required("FILES_BUCKET", "it names the bucket of private files");
export const mediaBucket = () => required("MEDIA_BUCKET", "it names the bucket of public pictures");

/** The HTTP status with which S3 said no; undefined when it said nothing. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/**
 * For `catch`: S3 that is away or overloaded is no fault of ours.
 * @throws Refusal `file.away`, or the error itself when S3 has understood and said no.
 */
export function refuseAway(error: unknown): never {
  if ((statusOf(error) ?? 500) < 500) throw error;
  log.error("file store away", { error });
  throw new Refusal("file.away");
}
