import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Asked } from "#core/contract/kit/operation";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import type { Order, Parcel } from "../orders/types.ts";
import { type Choice, choiceKey } from "../shipping/rate-choice.tsx";
import { rememberedService, rememberService } from "../shipping/remembered-service.ts";
import { useCarriers } from "../shipping/use-carriers.ts";
import { type NumberValue, parseOptionalNumber } from "../ui/forms/parse-input.ts";

type Contents = Pick<Asked<typeof parcelApi.ship>, "locationId" | "lines">;

/**
 * Sends a packed parcel: the carriers' rates are requested as soon as it is packed, and `confirm` books the chosen one.
 * In a store without carriers it ships by hand, with the tracking number of an existing label, if there is one.
 */
export function useSending(order: Order, contents: Contents, isPacked: boolean, onSent: (parcel: Parcel) => void) {
  const client = useQueryClient();
  const { carriers } = useCarriers();
  const country = order.address?.country ?? "";
  const [weight, setWeight] = useState<NumberValue>("");
  /** A box's id, `default` or `none`. */
  const [boxId, setBoxId] = useState("default");
  const [choice, setChoice] = useState<Choice | null>(null);
  const [priced, setPriced] = useState<string | null>(null);
  /** What the scanned slip stood for, until the parcel is sent: its packer has the next one in hand by then. */
  const [ahead, setAhead] = useState<string | null>(null);
  /** The parcel has changed since that scan: it is not sent without another one. */
  const [isOutdated, setOutdated] = useState(false);
  const byHand = carriers.length === 0;
  const grams = parseOptionalNumber(weight);
  const packed: Asked<typeof parcelApi.rates> = {
    id: order.id,
    ...contents,
    ...(boxId === "none" ? { boxId: null } : boxId !== "default" && { boxId: boxId as `box_${string}` }), // an option of the box select
    ...(typeof grams === "number" && { weightGrams: grams }),
  };
  const payload = JSON.stringify(packed);
  const now = isPacked && !byHand ? `${order.version} ${payload}` : "";
  const rates = useApiMutation(parcelApi.rates, {
    onSuccess: ({ items, carriers: answered }, input) => {
      const withoutPrices = answered.filter(
        ({ carrier, status }) => status === "done" && !items.some((item) => item.carrier === carrier),
      );
      const all: Choice[] = [...items, ...withoutPrices.map(({ carrier }) => ({ carrier, service: null }))];
      setChoice(all.find((one) => choiceKey(one) === rememberedService(country)) ?? all[0] ?? null);
      setPriced(JSON.stringify(input));
    },
  });
  const ship = useApiMutation(parcelApi.ship, {
    version: order.version,
    onSuccess: ({ order: after, parcel }) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, after);
      if (choice) rememberService(country, choice);
      onSent(parcel);
    },
    onError: () => setAhead(null),
  });
  const compare = () => {
    setChoice(null);
    rates.mutate(packed);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last item is in the box
  useEffect(() => {
    if (isPacked && !byHand && !rates.isPending) compare();
  }, [isPacked, byHand]);
  const isPriced = priced === payload && rates.data !== undefined;
  /** Compares rates first if the weight or the box has changed since, and again if none can be chosen. */
  const confirm = (trackingNumber?: string) => {
    if (ship.isPending || rates.isPending) return;
    setOutdated(false);
    if (byHand) ship.mutate({ ...packed, ...(trackingNumber && { trackingNumber }) });
    else if (!isPriced || !choice) compare();
    else {
      const { carrier, service } = choice;
      ship.mutate({ ...packed, carrier, ...(service !== null && { service }) });
    }
  };
  /** Unlike Enter alone, the slip also confirms what is not on screen yet. */
  const confirmBySlip = () => {
    if (byHand || !(rates.isPending || (isPriced && choice))) return confirm();
    setOutdated(false);
    setAhead(now);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the rates have come or the parcel has changed
  useEffect(() => {
    if (ahead === null || ship.isPending) return;
    if (ahead !== now) {
      setAhead(null);
      setOutdated(true);
    } else if (!rates.isPending) {
      // No carrier has answered: that needs a look.
      if (rates.isError || (isPriced && !choice)) setAhead(null);
      else confirm();
    }
  }, [ahead, now, rates.isPending]);
  return {
    ...{ byHand, weight, setWeight, boxId, setBoxId, compare, confirm, confirmBySlip },
    choice: isPriced ? choice : null,
    setChoice,
    rates: isPriced ? rates.data : null,
    isComparing: rates.isPending,
    isAhead: ahead !== null,
    isOutdated,
    isSending: ship.isPending,
    /** Whether it is the number that the parcel is being sent with, which some scanners read twice. */
    isOwnNumber: (code: string) => ship.variables?.trackingNumber === code,
    error: ship.error ?? rates.error,
  };
}

export type Sending = ReturnType<typeof useSending>;
