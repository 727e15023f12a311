import * as parcelApi from "#core/contract/parcel";
import { ApiError, callApi } from "../api/api-client.ts";
import type { Order, Parcel } from "../orders/types.ts";
import { toastError } from "../ui/toast.tsx";

/** Opens a parcel's label in a tab of its own, where the browser can print it. Call it within a click or a key press. */
export async function openLabel(order: Pick<Order, "id">, parcel: Pick<Parcel, "id">): Promise<void> {
  // A tab that is opened later, when the address has come, is a pop-up and is blocked.
  const tab = window.open("", "_blank");
  try {
    const { url } = await callApi(parcelApi.label, { id: order.id, parcelId: parcel.id });
    if (tab) tab.location.href = url;
    else window.location.href = url;
  } catch (error) {
    tab?.close();
    if (!(error instanceof ApiError)) throw error;
    toastError(error);
  }
}
