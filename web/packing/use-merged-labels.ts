import { useMutation } from "@tanstack/react-query";
import * as parcelApi from "#core/contract/parcel";
import { callApi } from "../api/api-client.ts";
import type { Order, Parcel } from "../orders/types.ts";
import { toastError } from "../ui/toast.tsx";
import type { FetchedLabel } from "./merge-labels.ts";

export interface LabelOf {
  readonly order: Pick<Order, "id">;
  readonly parcel: Pick<Parcel, "id">;
}

/** Concurrent fetches. */
const concurrency = 4;

async function fetchLabel({ order, parcel }: LabelOf): Promise<FetchedLabel> {
  const { url, format } = await callApi(parcelApi.label, { id: order.id, parcelId: parcel.id });
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`A label could not be fetched: ${answer.status}.`);
  return { format, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

/** Fetches labels and merges them into one PDF: its object URL and number of pages. */
export function useMergedLabels() {
  return useMutation({
    mutationFn: async (labels: readonly LabelOf[]) => {
      const { mergedPdf } = await import("./merge-labels.ts");
      const fetched: FetchedLabel[] = [];
      for (let from = 0; from < labels.length; from += concurrency) {
        fetched.push(...(await Promise.all(labels.slice(from, from + concurrency).map(fetchLabel))));
      }
      const { bytes, pages } = await mergedPdf(fetched);
      const file = new Blob([bytes.slice().buffer], { type: "application/pdf" });
      return { url: URL.createObjectURL(file), pages };
    },
    onError: toastError,
  });
}
