/**
 * The S3 clients. Code that serves requests loads this file, and those that depend on it, by `import()` only: loading
 * the library takes longer than most answers.
 */
import { S3Client, type S3ClientConfig, S3ServiceException } from "@aws-sdk/client-s3";
import { optional, required } from "#core/environment";
import { log } from "#core/log";
import { Refusal } from "#core/refusal";

/** Within the time limit of the request that waits for it. */
const connectMs = 2_000;
const answerMs = 10_000;

/**
 * `FILES_ACCESS_KEY_ID` and `FILES_SECRET_ACCESS_KEY`, for a file store with another account than the queues', or
 * AWS's.
 */
function credentials(): Pick<S3ClientConfig, "credentials"> {
  const [accessKeyId, secretAccessKey] = [optional("FILES_ACCESS_KEY_ID"), optional("FILES_SECRET_ACCESS_KEY")];
  return accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {};
}

const settings = (): S3ClientConfig => ({
  ...credentials(),
  region: optional("AWS_REGION") ?? "us-east-1",
  // Other services have no host name per bucket.
  forcePathStyle: (optional("AWS_ENDPOINT_URL_S3") ?? optional("AWS_ENDPOINT_URL")) !== undefined,
  // Otherwise a signed upload URL would require the checksum of an empty file.
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
  requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs, throwOnRequestTimeout: true },
});

let shared: S3Client | undefined;
/** The process's own client, with the credentials of its environment. */
export function s3(): S3Client {
  shared ??= new S3Client(settings());
  return shared;
}

let forReaders: S3Client | undefined;
/** For files that others read as slowly as they like: those take up connections of their own, of which there are fifty. */
export function s3ForReaders(): S3Client {
  forReaders ??= new S3Client(settings());
  return forReaders;
}

let presigning: S3Client | undefined;
/** The client that signs URLs. `FILES_URL` is the address that others use, if it is not S3's own. */
export function signer(): S3Client {
  const endpoint = optional("FILES_URL");
  if (endpoint === undefined) return s3();
  presigning ??= new S3Client({ ...settings(), endpoint, forcePathStyle: true });
  return presigning;
}

export const filesBucket = () => required("FILES_BUCKET", "it names the bucket of private files");
export const mediaBucket = () => required("MEDIA_BUCKET", "it names the bucket of public pictures");

/** The HTTP status of S3's error; undefined if it did not answer. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** HTTP's status for it, which file stores with disks of their own give too. */
export const fullStatus = 507;

/**
 * For `catch`: distinguishes an S3 that is down, overloaded or full from our own errors.
 * @throws Refusal `file.away` or `service.full`, or the error itself if S3 has understood and refused the request.
 */
export function refuseAway(error: unknown): never {
  const status = statusOf(error) ?? 500;
  if (status < 500) throw error;
  log.error(status === fullStatus ? "disk full" : "file store unreachable", { error });
  if (status === fullStatus) throw new Refusal("service.full");
  throw new Refusal("file.away");
}
