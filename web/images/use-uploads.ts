/** Uploads several images at once, and adds them to a product in the order in which they were chosen. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import * as imageApi from "#core/contract/image";
import * as productApi from "#core/contract/product";
import { ApiError, callApi } from "../api/api-client.ts";
import { errorMessage } from "../api/error-messages.ts";
import { invalidateApiQueries, setApiQueryData } from "../api/hooks.ts";
import type { Product } from "../products/types.ts";
import { countText } from "../ui/format/format.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { askBeforeClose } from "./ask-before-close.ts";
import { type Prepared, prepared, Unusable } from "./prepare.ts";
import { send } from "./send.ts";

export interface Uploading {
  readonly key: string;
  readonly file: File;
  readonly preview: string | null;
  /** The share that has been sent, from 0 to 1. */
  readonly share: number;
  /** Why it was not added, and the button that adds it all the same, if it may help. */
  readonly problem: { readonly says: string; readonly button: string | null } | null;
}

/** A browser has six connections to one host; the screen needs some of them. */
const atOnce = 3;

interface Arrived {
  readonly picture: Prepared;
  readonly imageId: Product["images"][number]["id"];
  readonly thumbnail: boolean;
}

const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

const isThere = { says: "You have already chosen this image.", button: "Add it again" };

export function useUploads({ id, images }: Product) {
  const client = useQueryClient();
  const [all, setAll] = useState<readonly Uploading[]>([]);
  /** Uploads in the same lane run one after the other, so that only a few run at once. */
  const lanes = useRef<Promise<unknown>[]>(Array.from({ length: atOnce }, () => Promise.resolve()));
  /** Settles when the previous image has been added to the product, or has failed. */
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  /** Files that have arrived at the store are not sent again. */
  const arrived = useRef(new Map<string, Arrived>());
  /** What was added here, to notice a file that is chosen twice. */
  const added = useRef<{ readonly file: File; readonly imageId: Arrived["imageId"] }[]>([]);

  const change = (key: string, to: Partial<Uploading>) =>
    setAll((now) => now.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const forget = (key: string) => setAll((now) => now.filter((one) => one.key !== key));

  const sent = async ({ key, file }: Uploading): Promise<Arrived> => {
    const picture = await prepared(file);
    const { type, thumbnail } = picture;
    change(key, { preview: picture.preview });
    const small = thumbnail && { type: thumbnail.type, bytes: thumbnail.blob.size };
    const requested = await callApi(imageApi.requestUpload, { id, type, bytes: picture.file.size, thumbnail: small });
    await send(requested.upload, picture.file, (share) => change(key, { share }));
    if (thumbnail && requested.thumbnail) await send(requested.thumbnail, thumbnail.blob, () => {});
    return { picture, imageId: requested.imageId, thumbnail: thumbnail !== null };
  };

  const put = async ({ picture: { width, height }, ...rest }: Arrived) => {
    const answer = await callApi(imageApi.add, { id, ...rest, width, height });
    setApiQueryData(client, productApi.read, { id }, answer);
  };

  /** Returns whether it is on the product now; otherwise its row shows why not. */
  const upload = async (one: Uploading, mine: Promise<unknown>): Promise<boolean> => {
    try {
      const there = arrived.current.get(one.key) ?? (await sent(one));
      arrived.current.set(one.key, there);
      await mine;
      await put(there);
      added.current.push({ file: one.file, imageId: there.imageId });
      forget(one.key);
      return true;
    } catch (error) {
      change(one.key, { problem: { says: sentenceOf(error), button: error instanceof Unusable ? null : "Try again" } });
      return false;
    }
  };

  const begin = async (some: readonly Uploading[]) => {
    const outcomes = some.map((one, nth) => {
      const before = turn.current;
      const lane = nth % atOnce;
      const inLane = (lanes.current[lane] ?? Promise.resolve()).then(() => upload(one, before));
      const outcome = askBeforeClose(inLane);
      lanes.current[lane] = outcome;
      turn.current = Promise.all([before, outcome]);
      return outcome;
    });
    const count = (await Promise.all(outcomes)).filter(Boolean).length;
    if (count === 0) return;
    toastSuccess(`${countText(count, "image")} added`);
    await invalidateApiQueries(client);
  };

  return {
    all,
    add: (files: readonly File[]) => {
      const here = [
        ...all.filter(({ problem }) => problem?.button !== null).map(({ file }) => file),
        ...added.current.filter(({ imageId }) => images.some((one) => one.id === imageId)).map(({ file }) => file),
      ];
      const some = files.map((file) => {
        const problem = here.some((one) => isSameFile(one, file)) ? isThere : null;
        return { key: crypto.randomUUID(), file, preview: null, share: 0, problem };
      });
      setAll((now) => [...now, ...some]);
      void begin(some.filter(({ problem }) => problem === null));
    },
    again: (one: Uploading) => {
      change(one.key, { problem: null, share: 0 });
      void begin([one]);
    },
    forget,
  };
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) {
    const { title, advice } = errorMessage(error);
    return `${title}. ${advice}`;
  }
  return error instanceof Error ? error.message : "Something went wrong.";
}
