/** One parcel of an order: its items are scanned until all are green, it is sent, and its label printed. */
import { Alert, NativeSelect, Stack, Text } from "@mantine/core";
import { useLocalStorage, useSessionStorage } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Answer } from "#core/contract/kit/operation";
import type * as orderApi from "#core/contract/order";
import { useLocations } from "../api/use-locations.ts";
import type { readyParcels } from "../orders/parcels/ready-parcels.ts";
import type { Order, Parcel } from "../orders/types.ts";
import { openLabel } from "../shipping/open-label.ts";
import { countText } from "../ui/format/format.tsx";
import { ScanField } from "../ui/scan/scan-field.tsx";
import {
  type Counts,
  countOf,
  type EarlyScans,
  isComplete,
  isNumberOf,
  type PackLine,
  scanItem,
} from "./count-scans.ts";
import { NextSlip } from "./next-slip.tsx";
import { PackLines } from "./pack-lines.tsx";
import { PackedParcel } from "./packed-parcel.tsx";
import { SendParcel } from "./send-parcel.tsx";
import { useSending } from "./use-sending.ts";

type ReadyParcel = ReturnType<typeof readyParcels>[number];
type Sheet = Answer<typeof orderApi.pickingSheet>;

interface Props {
  readonly order: Order;
  readonly ready: readonly ReadyParcel[];
  readonly sheet: Sheet;
  readonly scans: EarlyScans;
  readonly onOther: (code: string, none: string) => Promise<string | null>;
  readonly onLeave: () => void;
  /** Shown when there is nothing to pack. */
  readonly children: ReactNode;
}

export function PackParcel({ order, ready, sheet, scans, onOther, onLeave, children }: Props) {
  const { nameOf } = useLocations();
  /** The location of this packing table, whose parcels come first. */
  const [here, setHere] = useLocalStorage<string>({ key: "quartermaster.packsAt", defaultValue: "" });
  const [sentId, setSentId] = useState<Parcel["id"] | null>(null);
  const sent = order.parcels.find(({ id }) => id === sentId);
  /** The slip that was scanned while the parcel was being sent: its packer goes on without looking. */
  const [early, setEarly] = useState<string | null>(null);
  if (sent) {
    const next = () => {
      if (ready.length === 0) return onLeave();
      setEarly(null);
      setSentId(null);
    };
    const printsAgain = (code: string) => {
      const isOwn = isNumberOf(order.number, code);
      if (isOwn && sent.label !== null) void openLabel(order, sent);
      return isOwn;
    };
    return (
      <>
        <NextSlip onOther={onOther} onEnter={next} takes={printsAgain} scanned={early} />
        <PackedParcel order={order} parcel={sent} onNext={next} />
      </>
    );
  }
  const parcel = ready.find(({ locationId }) => locationId === here) ?? ready[0];
  if (!parcel) return children;
  return (
    <>
      {ready.length > 1 && (
        <NativeSelect
          label="Packed at"
          value={parcel.locationId}
          data={ready.map(({ locationId }) => ({ value: locationId, label: nameOf(locationId) }))}
          onChange={(event) => setHere(event.currentTarget.value)}
        />
      )}
      <Packing
        key={`${parcel.locationId} ${order.parcels.length}`}
        {...{ order, parcel, scans, onOther, early }}
        onEarly={setEarly}
        lines={linesOf(order, parcel, sheet)}
        onSent={({ id }) => setSentId(id)}
      />
    </>
  );
}

function linesOf(order: Order, { locationId, lines }: ReadyParcel, { locations }: Sheet): PackLine[] {
  const rows = locations.find((one) => one.locationId === locationId)?.rows ?? [];
  const all = lines.flatMap(({ lineId, quantity }): PackLine[] => {
    const line = order.lines.find(({ id }) => id === lineId);
    const row = rows.find(({ variantId }) => variantId === line?.variantId);
    if (!line) return [];
    const codes = [line.sku, row?.sku, row?.barcode].flatMap((code) => code ?? []);
    return [{ lineId, sku: line.sku, title: line.title, codes, bin: row?.bin ?? null, quantity }];
  });
  return all.toSorted((a, b) => (a.bin ?? "~").localeCompare(b.bin ?? "~"));
}

interface PackingProps {
  readonly order: Order;
  readonly parcel: ReadyParcel;
  readonly lines: readonly PackLine[];
  readonly scans: EarlyScans;
  readonly onOther: (code: string, none: string) => Promise<string | null>;
  readonly early: string | null;
  readonly onEarly: (code: string) => void;
  readonly onSent: (parcel: Parcel) => void;
}

function Packing({ order, parcel, lines, scans, onOther, early, onEarly, onSent }: PackingProps) {
  // A tablet may unload the page while it is not in use.
  const [counts, setCounts] = useSessionStorage<Counts>({
    key: `packed.${order.id}.${parcel.locationId}.${order.parcels.length}`,
    defaultValue: {},
  });
  const [fault, setFault] = useState<string | null>(null);
  const scanField = useRef<HTMLInputElement>(null);
  const isPacked = isComplete(lines, counts);
  const sending = useSending(order, parcel, isPacked, onSent);
  const unitsIn = lines.reduce((sum, line) => sum + countOf(counts, line), 0);
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const count = (next: Counts) => {
    setFault(null);
    setCounts(next);
  };
  const scan = (code: string) => {
    const confirms = code === "" || isNumberOf(order.number, code);
    if (confirms) {
      setFault(isPacked || code === "" ? null : "Not all items are in the box yet.");
      if (isPacked && code === "") sending.confirm();
      else if (isPacked) sending.confirmBySlip();
      return;
    }
    const result = scanItem(lines, counts, code);
    if (result.is === "counted") count(result.counts);
    else if (result.is === "tooMany") setFault(`Every ${result.line.sku} is in the box already. Take this one out.`);
    else if (sending.isSending || sending.isAhead) {
      if (sending.isOwnNumber(code)) return;
      const next = early ?? code;
      onEarly(next);
      setFault(next === code ? null : `${next} comes next. Scan ${code} again once this parcel is sent.`);
    } else if (isPacked && sending.byHand) sending.confirm(code);
    else if (unitsIn > 0) setFault(`${code} does not belong in this parcel.`);
    else void onOther(code, `${code} does not belong in this parcel.`).then(setFault);
  };
  const [waiting] = scans.waiting;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them once
  useEffect(() => {
    if (waiting === undefined) return;
    scans.take();
    scan(waiting);
  }, [scans.waiting]);
  const progress = () => {
    if (unitsIn === 0) return "Scan each item as it goes into the box.";
    if (!isPacked) return `${unitsIn} of ${countText(units, "unit")} in the box.`;
    if (early !== null) return `${early} comes next, once this parcel is sent.`;
    return sending.byHand
      ? "Everything is in the box. Scan the label that is on it, or the slip again to ship without a number."
      : "Everything is in the box.";
  };
  return (
    <Stack gap="md">
      <ScanField
        label={isPacked ? "Scan the slip again to send the parcel" : "Scan an item"}
        onScan={scan}
        input={scanField}
      />
      {fault && <Alert color="red" variant="filled" role="alert" title={fault} />}
      <PackLines lines={lines} counts={counts} onCount={count} disabled={sending.isSending} />
      <Text size="sm" role="status">
        {progress()}
      </Text>
      {/* Moves the focus, so that the next scan does not go into the weight. */}
      {isPacked && <SendParcel sending={sending} onConfirm={() => scanField.current?.focus()} />}
    </Stack>
  );
}
