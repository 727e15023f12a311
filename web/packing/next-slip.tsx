/** Between two parcels: the next slip is scanned, and a code that is no order's is said to be none. */
import { Alert } from "@mantine/core";
import { useEffect, useState } from "react";
import { ScanField } from "../ui/scan/scan-field.tsx";

interface Props {
  readonly onOther: (code: string, none: string) => Promise<string | null>;
  /** Only Enter was pressed. */
  readonly onEnter: () => void;
  /** Whether the code is dealt with here, such as the slip of the parcel just sent. */
  readonly takes?: (code: string) => boolean;
  /** What was scanned before the last parcel was sent. */
  readonly scanned?: string | null;
}

export function NextSlip({ onOther, onEnter, takes = () => false, scanned = null }: Props) {
  const [fault, setFault] = useState<string | null>(null);
  const scan = async (code: string) => {
    setFault(null);
    if (code === "") onEnter();
    else if (!takes(code)) setFault(await onOther(code, `There is no order ${code}.`));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (scanned) void scan(scanned);
  }, []);
  return (
    <>
      <ScanField label="Scan the next slip" onScan={(code) => void scan(code)} />
      {fault && <Alert color="red" variant="filled" role="alert" title={fault} />}
    </>
  );
}
