import * as importApi from "#core/contract/import";
import { callApi } from "../api/api-client.ts";
import { send } from "../images/send.ts";
import type { Import } from "./labels.ts";

/** Uploads a file and starts its dry run. @throws if the file has not arrived, or is refused. */
export async function beginImport(
  kind: Import["kind"],
  file: File,
  options: Partial<Import["options"]> | undefined,
  onProgress: (share: number) => void,
): Promise<Import["id"]> {
  const job = await callApi(importApi.create, {
    ...{ kind, fileName: file.name, bytes: file.size },
    ...(options && { options }),
  });
  await send(job.upload, file, onProgress);
  await callApi(importApi.start, { id: job.import.id, dryRun: true });
  return job.import.id;
}
