import * as parcelApi from "#core/contract/parcel";
import { ApiError, callApi } from "../api/api-client.ts";
import type { Order, Parcel } from "../orders/types.ts";
import { toastError } from "../ui/toast.tsx";

/** Opens a parcel's label in a new tab for printing. Must be called within a click or a key press. */
export async function openLabel(
  order: Pick<Order, "id">,
  parcel: Pick<Parcel, "id">,
  document: "label" | "customsDocuments" = "label",
): Promise<void> {
  // If it were opened later, once the URL is known, it would be blocked as a pop-up.
  const tab = window.open("", "_blank");
  try {
    const { url } = await callApi(parcelApi.label, { id: order.id, parcelId: parcel.id, document });
    if (tab) tab.location.href = url;
    else window.location.href = url;
  } catch (error) {
    tab?.close();
    if (!(error instanceof ApiError)) throw error;
    toastError(error);
  }
}
