/** Finds an item by SKU, barcode or title. A barcode scanner types and presses Enter, which picks the item at once. */
import { Combobox, Group, Loader, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { type Ref, type RefObject, useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Answer } from "#core/contract/kit/operation";
import * as variantApi from "#core/contract/variant";
import { apiQuery, useApiQuery } from "../../api/hooks.ts";
import { itemOfCode } from "../../api/item-of-code.ts";
import { useSession } from "../../api/session.tsx";
import { moneyText } from "../format/money.ts";
import { BarcodeIcon } from "../icons.ts";
import { Thumbnail } from "../thumbnail.tsx";
import { toastError } from "../toast.tsx";
import { NoMatches } from "./no-matches.tsx";
import { NoPicker } from "./no-picker.tsx";

export type Variant = Answer<typeof variantApi.list>["items"][number];

interface Props {
  readonly onPick: (picked: Variant) => void;
  /** Offers only items on sale: an order cannot contain a draft. */
  readonly onlyOnSale?: boolean;
  readonly label: string;
  /** It has the focus when it appears, and whenever the drawer around it opens. */
  readonly autoFocus?: boolean;
  /** Picks the item of a code that was scanned while another field had the focus. */
  readonly scan?: Ref<(code: string) => void>;
  /** For callers that return the focus to it. */
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly error?: string | undefined;
}

const resultsMax = 12;

export function VariantPicker(props: Props) {
  if (!useSession().can(variantApi.list)) return <NoPicker label={props.label} items="items" right="catalog.read" />;
  return <Picker {...props} />;
}

function Picker({ onPick, onlyOnSale = false, label, autoFocus = false, scan, error, ...given }: Props) {
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 150);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const results = useApiQuery(variantApi.list, { q, limit: resultsMax }, { enabled: q.length > 0 });
  const isOffered = ({ productStatus, archivedAt }: Variant) =>
    !onlyOnSale || (productStatus === "active" && archivedAt === null);
  /** What Enter has found, if several match: the list may still be searching for them. */
  const [found, setFound] = useState<{ readonly text: string; readonly items: readonly Variant[] } | null>(null);
  const isFound = found !== null && found.text === typed.trim();
  const items = (isFound ? found.items : q ? (results.data?.items ?? []) : []).filter(isOffered);

  const own = useRef<HTMLInputElement>(null);
  const input = given.input ?? own;
  /** The search started by Enter, until it is answered or the text changes. */
  const pending = useRef<AbortController | null>(null);
  const latestPick = useRef(onPick);
  latestPick.current = onPick;

  const clear = () => {
    setFound(null);
    setTyped("");
    combobox.closeDropdown();
  };
  const pick = (picked: Variant) => {
    pending.current?.abort();
    pending.current = null;
    onPick(picked);
    clear();
  };
  // Enter comes right after the scanner's last character, before the results are there: fetch, and pick the exact
  // match.
  const pickExact = async (text: string, isTypedHere = true) => {
    const mine = new AbortController();
    pending.current = mine;
    // The next scan may come before the answer: it replaces this text.
    if (isTypedHere) input.current?.select();
    try {
      const [scanned = [], offered = []] = await Promise.all(
        [{ code: text, archived: true }, { q: text }].map(async (which) => {
          const { queryKey, ...query } = apiQuery(variantApi.list, { ...which, limit: resultsMax });
          // Under a key of its own: the search on screen is cancelled by the next scan's text, and this one must not be.
          const { items } = await client.fetchQuery({ ...query, queryKey: [...queryKey, "scanned"] });
          return items;
        }),
      );
      // The item of the whole code is meant, even if it cannot be picked, and none that only contains it.
      const [only, another] = offered.filter(isOffered);
      const picked = scanned.length > 0 ? itemOfCode(scanned.filter(isOffered)) : another ? undefined : only;
      if (mine.signal.aborted) return;
      const isLatest = pending.current === mine;
      // Synchronously: the next scan's answer builds on what this one has added.
      if (picked) flushSync(() => latestPick.current(picked));
      if (!isLatest || !isTypedHere) {
        if (!picked) toastError(new Error(`Nothing was added for “${text}”: no single item matches.`));
      }
      // At once: an Enter before the field is drawn empty would look for the same text again.
      else if (picked) flushSync(clear);
      else {
        input.current?.setSelectionRange(text.length, text.length);
        flushSync(() => {
          setFound({ text, items: offered });
          combobox.openDropdown();
        });
        // Several match: the first one is highlighted, and the next Enter picks it.
        combobox.selectFirstOption();
      }
    } catch (error) {
      if (error instanceof Error) toastError(error);
    } finally {
      if (pending.current === mine) pending.current = null;
    }
  };
  useImperativeHandle(scan, () => (code: string) => void pickExact(code, false));
  return (
    <Combobox store={combobox} onOptionSubmit={(id) => items.filter((item) => item.id === id).forEach(pick)}>
      <Combobox.Target>
        <TextInput
          ref={input}
          label={label}
          placeholder="SKU, barcode or title"
          error={error}
          {...(autoFocus && { autoFocus, "data-autofocus": true })}
          value={typed}
          maxLength={200}
          leftSection={<BarcodeIcon size={16} />}
          rightSection={results.isFetching && q ? <Loader size={14} /> : null}
          onChange={(event) => {
            pending.current = null;
            setFound(null);
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (combobox.getSelectedOptionIndex() === -1 && typed.trim() && !pending.current)
              void pickExact(typed.trim());
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!q && !isFound}>
        <Combobox.Options mah={320} style={{ overflowY: "auto" }} aria-label="Matching items">
          {items.map((item) => (
            <Combobox.Option key={item.id} value={item.id}>
              <Group wrap="nowrap" gap="sm">
                <Thumbnail url={item.image?.thumbnailUrl} size={32} />
                <div style={{ minWidth: 0, flex: 1 }}>
                  <Text size="sm" truncate>
                    {item.title}
                  </Text>
                  <Text size="xs" c="dimmed" ff="monospace">
                    {item.sku}
                  </Text>
                </div>
                <Text size="sm">{moneyText(item.price)}</Text>
              </Group>
            </Combobox.Option>
          ))}
          {items.length === 0 && (
            <NoMatches results={results}>
              <Combobox.Empty>{onlyOnSale ? "No matching items on sale" : "No matching items"}</Combobox.Empty>
            </NoMatches>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
