/**
 * The buckets of the wiring: embedded in this process with their files in a folder, or in an AWS account or emulator.
 */
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import {
  type BucketLifecycleConfiguration,
  CreateBucketCommand,
  DeleteObjectsCommand,
  PutBucketLifecycleConfigurationCommand,
  paginateListObjectsV2,
} from "@aws-sdk/client-s3";
import { buildApp } from "fauxqs";
import { optional } from "#core/environment";
import { fullStatus, s3 } from "#core/file/s3";
import { log } from "#core/log";
import { buckets, unfinishedDays } from "#functions/wiring";
import { isByPage } from "./cloud/by-a-page.ts";
import { type S3Store, storesIn } from "./cloud/kept-files.ts";
import { sendFiles } from "./cloud/send-files.ts";
import { listen } from "./http/listen.ts";
import { isOutside } from "./role.ts";

export interface Files {
  readonly stop: () => Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;
const sweepMs = 60 * 60 * 1000;

/**
 * Creates the buckets, and sets the environment variables that point to them. Embedded buckets are in `folder` and
 * survive a restart.
 */
export async function startFiles(folder: string): Promise<Files> {
  const embedded = !isOutside("S3");
  const files = embedded ? await embedFiles(folder) : null;
  for (const { name, variable, keptDays } of buckets) {
    const Bucket = `quartermaster-${name}`;
    process.env[variable] = Bucket;
    await s3().send(new CreateBucketCommand({ Bucket })).catch(unlessOurs);
    const Rules = Object.entries(keptDays).map(ruleOf);
    const lasting = { Bucket, LifecycleConfiguration: { Rules } };
    if (Rules.length > 0) await s3().send(new PutBucketLifecycleConfigurationCommand(lasting));
  }
  // The embedded S3 stores lifecycle rules, but does not apply them.
  const sweeps = files && sweeping(files.store);
  return {
    stop: async () => {
      await sweeps?.();
      await files?.stop();
    },
  };
}

/** Removes expired files, now and every hour. Returns a function that ends this. */
function sweeping(store: S3Store): () => Promise<void> {
  const sweep = async () => {
    try {
      store.abortBegunBefore(new Date(Date.now() - unfinishedDays * dayMs));
      await removeExpired();
    } catch (error) {
      log.error("old files not removed", { error });
    }
  };
  let last = sweep();
  const clock = setInterval(() => {
    last = sweep();
  }, sweepMs);
  return async () => {
    clearInterval(clock);
    await last;
  };
}

const ruleOf = ([Prefix, Days]: [string, number]): NonNullable<BucketLifecycleConfiguration["Rules"]>[number] => ({
  ID: Prefix,
  Status: "Enabled",
  Filter: { Prefix },
  Expiration: { Days },
});

function unlessOurs(error: unknown): void {
  if (!(error instanceof Error && error.name === "BucketAlreadyOwnedByYou")) throw error;
}

/** Removes the files of each folder that have expired, as the lifecycle rules of a deployed store's bucket do. */
export async function removeExpired(now = new Date()): Promise<void> {
  for (const { variable, keptDays } of buckets) {
    const Bucket = optional(variable);
    for (const [Prefix, days] of Object.entries(keptDays)) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client: s3() }, { Bucket, Prefix })) {
        const old = Contents.filter(({ LastModified }) => now.getTime() - Number(LastModified) > days * dayMs);
        const Objects = old.map(({ Key }) => ({ Key }));
        if (Objects.length > 0) await s3().send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
      }
    }
  }
}

interface FilesError extends Error {
  readonly code?: string;
  readonly statusCode?: number;
}

/**
 * An S3 in this process, with its files in a folder. It accepts every signature, and every user of this machine can
 * connect to it, so it is below a path that only this process knows.
 */
async function embedFiles(folder: string): Promise<{ readonly store: S3Store; readonly stop: () => Promise<void> }> {
  // Labels contain customers' addresses: readable by this user only.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stores = await storesIn(folder);
  const app = buildApp({ logger: false, stores });
  sendFiles(app, stores.s3Store, folder);
  // fauxqs answers its own errors; this is for the disk's, and for those that know their status.
  app.setErrorHandler(({ code = "", statusCode = 500 }: FilesError, _, reply) => {
    reply.code(code === "ENOSPC" ? fullStatus : statusCode).type("application/xml");
    return `<Error><Code>${code}</Code><Message>The file could not be stored or read.</Message></Error>`;
  });
  await app.ready();
  const path = `/${randomBytes(32).toString("hex")}`;
  const server = createServer((request, response) => {
    const { url = "", headers } = request;
    if (isByPage(headers) || !url.startsWith(`${path}/`)) return void response.writeHead(403).end();
    request.url = url.slice(path.length);
    app.routing(request, response);
  });
  const { url, stop } = await listen(server);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `${url}${path}`,
    FILES_ACCESS_KEY_ID: "local",
    // URLs are signed with it (local/http/serve-files.ts), so it must not be guessable.
    FILES_SECRET_ACCESS_KEY: randomBytes(32).toString("hex"),
  });
  return {
    store: stores.s3Store,
    stop: async () => {
      for (const name of ["AWS_ENDPOINT_URL_S3", "FILES_ACCESS_KEY_ID", "FILES_SECRET_ACCESS_KEY"])
        delete process.env[name];
      await stop();
      await app.close();
    },
  };
}
