/** Lines pasted from a spreadsheet. Those that cannot be added stay in the field, to be corrected. */
import { Button, List, Stack, Text, Textarea } from "@mantine/core";
import { type ClipboardEvent, useRef, useState } from "react";
import { ApiError } from "../../api/api-client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { countText } from "../../ui/format/format.tsx";
import { findVariant } from "../find-variant.ts";
import type { Item } from "../item-lines.tsx";
import { addUnits, currentDelivery, edit, linesMax } from "./delivery.ts";
import { readSheet, type SheetLine } from "./read-sheet.ts";

interface Props {
  readonly text: string;
  readonly error?: string | undefined;
  /** Called when all lines have been added. */
  readonly onAdded: () => void;
}

/** How many are looked up at the same time. */
const atOnce = 8;
const faultsShown = 10;

export function PastedLines({ text, error, onAdded }: Props) {
  const [isAdding, setAdding] = useState(false);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const addAll = async () => {
    setAdding(true);
    const left = await addLines(readSheet(text)).finally(() => setAdding(false));
    edit({ pasted: left.map(({ pasted }) => pasted).join("\n") });
    setFaults(left.map(({ code, fault }) => (code ? `${code}: ${fault}` : `A line: ${fault}`)));
    if (left.length === 0) onAdded();
    else field.current?.focus();
  };
  return (
    <Stack gap="xs" align="start">
      <Textarea
        ref={field}
        w="100%"
        label="Paste lines"
        description="Two columns from a spreadsheet: the SKU or barcode, and the units."
        placeholder={"MUG\t12\nBOWL\t6"}
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        styles={{ input: { fontFamily: "monospace" } }}
        value={text}
        readOnly={isAdding}
        error={error}
        onPaste={(event) => {
          const joined = withPasted(event);
          if (joined === null) return;
          event.preventDefault();
          edit({ pasted: joined });
          setFaults([]);
        }}
        onChange={(event) => {
          edit({ pasted: event.currentTarget.value });
          setFaults([]);
        }}
      />
      {faults.length > 0 && (
        <div role="alert">
          <List size="sm" c="var(--mantine-color-error)">
            {faults.slice(0, faultsShown).map((fault, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same fault
              <List.Item key={nth}>{fault}</List.Item>
            ))}
          </List>
          {faults.length > faultsShown && (
            <Text size="sm" c="var(--mantine-color-error)">
              and {countText(faults.length - faultsShown, "more line")}
            </Text>
          )}
        </div>
      )}
      {text.trim() !== "" && (
        <Button variant="default" loading={isAdding} onClick={() => void addAll()}>
          Add these lines
        </Button>
      )}
    </Stack>
  );
}

/** @returns the lines that were not added, with their faults. */
async function addLines(lines: readonly SheetLine[]): Promise<SheetLine[]> {
  const left: SheetLine[] = [];
  for (let from = 0; from < lines.length; from += atOnce) {
    const some = lines.slice(from, from + atOnce);
    const items = await Promise.all(some.map(lookUp));
    for (const [nth, line] of some.entries()) {
      const item = items[nth] ?? "there is no such item.";
      const fault = typeof item === "string" ? item : addOne(item, line.units);
      if (fault !== null) left.push({ ...line, fault });
    }
  }
  return left;
}

/** The item of a line, or why there is none. */
async function lookUp({ code, fault }: SheetLine): Promise<Item | string> {
  if (fault !== null) return fault;
  try {
    const item = await findVariant(code);
    if (!item) return "there is no single item with this SKU or barcode.";
    return item.trackStock ? item : "its stock is not tracked.";
  } catch (error) {
    if (error instanceof ApiError) return errorMessage(error).title;
    throw error;
  }
}

/** @returns why it was not added; null if it was. */
function addOne(item: Item, units: number): string | null {
  const { lines } = currentDelivery().draft;
  if (lines.length >= linesMax && !lines.some(({ variantId }) => variantId === item.id))
    return `a delivery has at most ${linesMax} items. Receive the others first.`;
  addUnits([item, units]);
  return null;
}

/**
 * The field's text with pasted lines as lines of their own: otherwise the first would run into what stands there. Null
 * for what is no line: it is pasted where the caret is.
 */
function withPasted({ clipboardData, currentTarget }: ClipboardEvent<HTMLTextAreaElement>): string | null {
  const given = clipboardData.getData("text/plain");
  if (!/[\t\n]/.test(given) || currentTarget.readOnly) return null;
  const { value, selectionStart, selectionEnd } = currentTarget;
  const parts = [value.slice(0, selectionStart), given, value.slice(selectionEnd)];
  return parts
    .map((part) => part.replace(/^[\r\n]+|[\r\n]+$/g, ""))
    .filter((part) => part !== "")
    .join("\n");
}
