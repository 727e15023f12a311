import * as importApi from "#core/contract/import";
import { callApi } from "../api/api-client.ts";
import { send } from "../images/send.ts";
import type { Import } from "./labels.ts";
import { sentFiles } from "./sent-files.ts";

const nameMax = 200;

/** Uploads a file and starts its dry run. @throws if the file has not arrived, or is refused. */
export async function beginImport(
  kind: Import["kind"],
  file: File,
  options: Partial<Import["options"]> | undefined,
  onProgress: (share: number) => void,
): Promise<Import["id"]> {
  if (file.size === 0) throw new Error("The file is empty.");
  if (file.size > importApi.importBytesMax)
    throw new Error("The file is larger than 1 GB: split it into several files.");
  const job = await callApi(importApi.create, {
    // The end of a long name has its extension.
    ...{ kind, fileName: [...file.name].slice(-nameMax).join(""), bytes: file.size },
    ...(options && { options }),
  });
  await send(job.upload, file, onProgress);
  sentFiles.set(job.import.id, file);
  await callApi(importApi.start, { id: job.import.id, dryRun: true });
  return job.import.id;
}
