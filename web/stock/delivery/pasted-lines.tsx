/** Lines pasted from a spreadsheet. Those that cannot be added stay in the field, to be corrected. */
import { Button, List, Stack, Text, Textarea } from "@mantine/core";
import { type ClipboardEvent, useRef, useState } from "react";
import { countText } from "../../ui/format/format.tsx";
import { isCodeInText, useScanInField } from "../../ui/scan/use-scan-in-field.ts";
import type { LocationId } from "../types.ts";
import { addLines } from "./add-lines.ts";
import { edit, useDelivery } from "./delivery.ts";

interface Props {
  readonly locationId: LocationId | undefined;
  readonly error?: string | undefined;
  readonly onScan: (code: string) => void;
  /** Called when all lines have been added. */
  readonly onAdded: () => void;
}

const faultsShown = 10;

export function PastedLines({ locationId, error, onScan, onAdded }: Props) {
  const { store, draft, isAdding } = useDelivery();
  const { pasted } = draft;
  const [faults, setFaults] = useState<readonly string[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const addAll = async (at: LocationId) => {
    const found = await addLines(store, at);
    setFaults(found);
    if (found.length === 0) onAdded();
    else field.current?.focus();
  };
  const onKeyDown = useScanInField(pasted, (text) => edit(store, { pasted: text }), onScan, isCodeInText);
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
        value={pasted}
        readOnly={isAdding}
        error={error}
        onPaste={onOwnLines}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          edit(store, { pasted: event.currentTarget.value });
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
      {pasted.trim() !== "" && (
        <Button
          variant="default"
          loading={isAdding}
          disabled={locationId === undefined}
          onClick={() => locationId && void addAll(locationId)}
        >
          Add these lines
        </Button>
      )}
    </Stack>
  );
}

/** Pasted lines begin and end as lines of their own: otherwise the first would run into what stands there. */
function onOwnLines(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { clipboardData, currentTarget } = event;
  const given = clipboardData.getData("text");
  if (!/[\t\n]/.test(given) || currentTarget.readOnly) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = currentTarget;
  const before = /(^|\n)$/.test(value.slice(0, selectionStart)) ? "" : "\n";
  const after = /^(\n|$)/.test(value.slice(selectionEnd)) ? "" : "\n";
  // A paste that can be undone.
  document.execCommand("insertText", false, before + given.replaceAll(/\r\n?/g, "\n").replace(/\n+$/, "") + after);
}
