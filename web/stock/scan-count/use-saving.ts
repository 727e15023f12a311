import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as stockApi from "#core/contract/stock";
import { ApiError, callApi } from "../../api/api-client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { invalidateApiQueries } from "../../api/hooks.ts";
import type { ChangeResult } from "../changes/change-result.tsx";
import type { LocationId } from "../types.ts";
import type { Tallies, Tally } from "./tally.ts";

/** The results of the last save. */
export interface Saved {
  readonly items: number;
  /** Results to show: orders lost or got units. */
  readonly results: readonly ChangeResult[];
  /** By item: why its count was not saved. */
  readonly problems: Readonly<Record<string, string>>;
}

interface Place {
  readonly id: LocationId;
  readonly name: string;
}

/** Saves one count after the other: a refused one does not stop the others, and can be saved again. */
export function useSaving(place: Place, change: (next: (before: Tallies) => Tallies) => void) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [saved, setSaved] = useState<Saved | null>(null);

  const save = async (tallies: Tallies) => {
    if (tallies.length === 0) return;
    setSaving(true);
    const problems: Record<string, string> = {};
    const results: ChangeResult[] = [];
    let items = 0;
    try {
      for (const tally of tallies) {
        const answer = await saveOne(tally, place);
        if ("problem" in answer) {
          problems[tally.variantId] = answer.problem;
          const { onHand } = answer;
          if (onHand !== null) change((before) => before.map((one) => expecting(one, tally, onHand)));
          continue;
        }
        items += 1;
        if (answer.result) results.push(answer.result);
        change((before) => before.flatMap((one) => unsaved(one, tally)));
      }
    } finally {
      setSaved({ items, results, problems });
      setSaving(false);
    }
    void invalidateApiQueries(client);
  };
  return { save, isSaving, saved };
}

const expecting = (one: Tally, tally: Tally, onHand: number): Tally =>
  one.variantId === tally.variantId ? { ...one, expected: onHand } : one;

/** What was corrected during the save is still to be saved. */
function unsaved(one: Tally, { variantId, counted }: Tally): Tallies {
  if (one.variantId !== variantId) return [one];
  return one.counted === counted ? [] : [{ ...one, expected: counted }];
}

type Said = { readonly result: ChangeResult | null } | { readonly problem: string; readonly onHand: number | null };

async function saveOne({ variantId, sku, counted, expected }: Tally, { id, name }: Place): Promise<Said> {
  try {
    const input = { id: variantId, locationId: id, quantity: counted, expectedOnHand: expected };
    const change = await callApi(stockApi.count, input);
    const isQuiet = change.displaced.length + change.served.length === 0;
    const result = { key: crypto.randomUUID(), variantId, sku, locationName: name, change, received: null };
    return { result: isQuiet ? null : result };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== "stock.counted") return { problem: errorMessage(error).title, onHand: null };
    const onHand = Number(error.detail["onHand"]);
    // The count was saved before, but its answer was lost.
    if (onHand === counted) return { result: null };
    return {
      problem: `Stock has moved while you were counting: ${onHand} on hand now. Save again to keep your count.`,
      onHand,
    };
  }
}
