/** A button that opens a parcel's label, or its customs documents. */
import { Button, type ButtonProps } from "@mantine/core";
import { useState } from "react";
import type { Order, Parcel } from "../orders/types.ts";
import { PrinterIcon } from "../ui/icons.ts";
import { openLabel } from "./open-label.ts";

interface Props extends ButtonProps {
  readonly order: Pick<Order, "id">;
  readonly parcel: Pick<Parcel, "id" | "label" | "customsDocuments">;
  readonly document?: "label" | "customsDocuments";
  readonly label?: string;
  readonly autoFocus?: boolean;
}

const labels = { label: "Print label", customsDocuments: "Print customs documents" };

export function PrintLabel({
  order,
  parcel,
  document = "label",
  label = labels[document],
  autoFocus = false,
  ...props
}: Props) {
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    await openLabel(order, parcel, document).finally(() => setOpening(false));
  };
  if (parcel[document] === null) return null;
  return (
    <Button
      leftSection={<PrinterIcon size={14} />}
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
