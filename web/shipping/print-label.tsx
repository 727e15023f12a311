/** Opens a parcel's label in a tab of its own, where the browser can print it. */
import { Button, type ButtonProps } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import * as parcelApi from "#core/contract/parcel";
import { ApiError, callApi } from "../api/api-client.ts";
import type { Order, Parcel } from "../orders/types.ts";
import { toastError } from "../ui/toast.tsx";

interface Props extends ButtonProps {
  readonly order: Pick<Order, "id">;
  readonly parcel: Pick<Parcel, "id" | "label">;
  readonly label?: string;
  readonly autoFocus?: boolean;
}

export function PrintLabel({ order, parcel, label = "Print label", autoFocus = false, ...props }: Props) {
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    // A tab that is opened later, when the address has come, is a pop-up and is blocked.
    const tab = window.open("", "_blank");
    setOpening(true);
    try {
      const { url } = await callApi(parcelApi.label, { id: order.id, parcelId: parcel.id });
      if (tab) tab.location.href = url;
      else window.location.href = url;
    } catch (error) {
      tab?.close();
      if (!(error instanceof ApiError)) throw error;
      toastError(error);
    } finally {
      setOpening(false);
    }
  };
  if (parcel.label === null) return null;
  return (
    <Button
      leftSection={<IconPrinter size={14} />}
      loading={isOpening}
      onClick={() => void open()}
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      {...props}
    >
      {label}
    </Button>
  );
}
