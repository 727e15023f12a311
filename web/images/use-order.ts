import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import * as imageApi from "#core/contract/image";
import * as productApi from "#core/contract/product";
import { callApi } from "../api/api-client.ts";
import { invalidateApiQueries, setApiQueryData } from "../api/hooks.ts";
import type { Product } from "../products/types.ts";
import { toastError } from "../ui/toast.tsx";

type Image = Product["images"][number];

/**
 * A product's images while the user reorders them: moves are shown at once and sent to the store one after the other,
 * so that there is no wait between two key presses.
 */
export function useOrder({ id, images, version }: Product) {
  const client = useQueryClient();
  const [mine, setMine] = useState<readonly string[] | null>(null);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const latest = useRef(version);
  if (waiting.current === 0) latest.current = version;

  const shown = mine ? sorted(images, mine) : images;
  const tell = async (imageId: Image["id"], position: number) => {
    const answer = await callApi(imageApi.edit, { id, imageId, position }, { version: latest.current });
    latest.current = answer.version;
    setApiQueryData(client, productApi.read, { id }, answer);
  };
  const move = (from: number, to: number) => {
    const moved = shown[from];
    if (!moved || to === from || to < 0 || to >= shown.length) return;
    setMine(
      shown
        .toSpliced(from, 1)
        .toSpliced(to, 0, moved)
        .map((one) => one.id),
    );
    waiting.current++;
    const saved = line.current.then(() => tell(moved.id, to));
    line.current = saved.catch(toastError).finally(() => {
      waiting.current--;
      if (waiting.current > 0) return undefined;
      setMine(null);
      return invalidateApiQueries(client);
    });
  };
  return { shown, move };
}

const sorted = (images: readonly Image[], ids: readonly string[]): readonly Image[] => {
  const place = ({ id }: Image) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return images.toSorted((a, b) => place(a) - place(b));
};
