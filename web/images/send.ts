import type * as imageApi from "#core/contract/image";
import type { Answer } from "#core/contract/kit/operation";
import { ownAddress } from "../api/own-address.ts";

type Upload = Answer<typeof imageApi.requestUpload>["upload"];

/** A connection without progress for this long counts as dead. */
const silenceMsMax = 60_000;

/** Sends a file to its signed upload URL. `fetch` would not report progress. @throws if it has not arrived. */
export function send({ method, url, headers }: Upload, body: Blob, onProgress: (share: number) => void): Promise<void> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open(method, ownAddress(url));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    let silence = setTimeout(() => request.abort(), silenceMsMax);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), silenceMsMax);
      onProgress(loaded / total);
    };
    request.onloadend = () => {
      clearTimeout(silence);
      if (request.status >= 200 && request.status < 300) done();
      else failed(new Error("The upload failed. Try again."));
    };
    request.send(body);
  });
}
