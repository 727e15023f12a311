/** What is typed in the drawer for an order's lines, what it would come to, and saving it. */
import { useDebouncedValue } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import * as orderApi from "#core/contract/order";
import { setApiQueryData, useApiMutation, useApiQuery } from "../../api/hooks.ts";
import type { NumberValue } from "../../ui/forms/parse-input.ts";
import { useUnsaved } from "../../ui/forms/unsaved.ts";
import { useBaseValue } from "../../ui/forms/use-api-form.ts";
import type { Variant } from "../../ui/forms/variant-picker.tsx";
import { toastSuccess } from "../../ui/toast.tsx";
import { balanceText } from "../labels.ts";
import type { Order } from "../types.ts";
import { isQuantity, oneMore } from "./line-editor.tsx";
import { changeCount, type Edits, missingIn, noEdits, toInput } from "./line-edits.ts";

export interface Editing {
  readonly order: Order;
  readonly opened: boolean;
  /** A colleague has shipped, refunded or cancelled the order meanwhile: what was typed stays, but is not saved. */
  readonly locked: boolean;
  readonly onClose: () => void;
}

export function useLineEdits({ order, opened, locked, onClose }: Editing) {
  const client = useQueryClient();
  const [edits, setEdits] = useState(noEdits);
  /** The order that someone else has saved, and that the user has decided to overwrite. */
  const [overwritten, setOverwritten] = useState<Order | null>(null);
  const begun = useBaseValue(order, edits !== noEdits);
  const base = overwritten ?? begun;
  // Not compared with the latest order: if an answer was lost, saving again must repeat the same request.
  const input = toInput(base, edits);
  // Once it is locked, nothing can be repeated: only what the order does not have yet is lost.
  const changes = changeCount(locked ? missingIn(order, edits) : input);
  useUnsaved(() => changes > 0);
  const isShippingInvalid = Number.isNaN(input.shippingMinor);
  const typed = [...Object.values(edits.quantities), ...edits.added.map(({ quantity }) => quantity)];
  const isReady = changes > 0 && !locked && !isShippingInvalid && typed.every(isQuantity);
  const save = useApiMutation(orderApi.editLines, {
    version: base.version,
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: order.id }, answer.order);
      setEdits(noEdits);
      setOverwritten(null);
      toastSuccess(
        answer.balance.direction === "even"
          ? `${order.number} edited`
          : `${order.number} edited: ${balanceText(answer.balance)}`,
      );
      onClose();
    },
  });
  const [debounced] = useDebouncedValue(JSON.stringify(isReady ? input : null), 200);
  const asked: typeof input | null = JSON.parse(debounced);
  const preview = useApiQuery(
    orderApi.editLines,
    { ...(asked ?? input), dryRun: true },
    // While it is saved, a preview would be of a version that is about to be replaced.
    { enabled: opened && isReady && asked !== null && !save.isPending },
  );
  /** A second Enter, before the button is disabled, sends nothing. */
  const isSending = useRef(false);
  const submit = () => {
    if (isSending.current || !isReady) return;
    isSending.current = true;
    save.mutate(input, {
      onSettled: () => {
        isSending.current = false;
      },
    });
  };
  const discard = () => {
    setEdits(noEdits);
    setOverwritten(null);
    save.reset(); // what was sent is not heard of
    isSending.current = false;
  };
  const keepMine = () => {
    setOverwritten(order);
    save.reset();
  };
  return {
    ...{ edits, base, changes, isShippingInvalid, isReady, preview, save, submit, discard, keepMine },
    ...useEditing(order, edits, setEdits),
  };
}

/** The changes to a draft: a quantity, an item that is picked or scanned, the charge and the code. */
function useEditing(order: Order, edits: Edits, setEdits: (next: Edits | ((now: Edits) => Edits)) => void) {
  const setQuantity = useCallback(
    (id: string, quantity: NumberValue) =>
      setEdits((now) => ({ ...now, quantities: { ...now.quantities, [id]: quantity } })),
    [setEdits],
  );
  const setAdded = (id: string, quantity: NumberValue) =>
    setEdits({
      ...edits,
      added: edits.added.flatMap((one) =>
        one.variant.id !== id ? [one] : quantity === 0 ? [] : [{ ...one, quantity }],
      ),
    });
  const pick = (variant: Variant) => {
    const line = order.lines.find(({ variantId }) => variantId === variant.id);
    const added = edits.added.find((one) => one.variant.id === variant.id);
    if (line) setQuantity(line.id, oneMore(edits.quantities[line.id] ?? line.quantity));
    else if (added) setAdded(variant.id, oneMore(added.quantity));
    else setEdits({ ...edits, added: [...edits.added, { variant, quantity: 1 }] });
  };
  const setTerms = (terms: Partial<Pick<Edits, "shipping" | "discountCode">>) => setEdits({ ...edits, ...terms });
  return { setQuantity, setAdded, pick, setTerms };
}
