/** Lines pasted from a spreadsheet. Those that cannot be added stay in the field, to be corrected. */
import { Button, List, Stack, Textarea } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ApiError } from "../../api/api-client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { findVariant } from "../find-variant.ts";
import type { Item } from "../item-lines.tsx";
import { readSheet, type SheetLine } from "./read-sheet.ts";

interface Props {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly error?: ReactNode;
  readonly onAdd: (item: Item, units: number) => void;
}

export function PastedLines({ text, setText, error, onAdd }: Props) {
  const [isAdding, setAdding] = useState(false);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const addAll = async () => {
    setAdding(true);
    const left: string[] = [];
    const found: string[] = [];
    for (const line of readSheet(text)) {
      const fault = line.fault ?? (await addOne(line, onAdd));
      if (fault === null) continue;
      left.push(line.pasted);
      found.push(line.code ? `${line.code}: ${fault}` : fault);
    }
    setText(left.join("\n"));
    setFaults(found);
    setAdding(false);
  };
  return (
    <Stack gap="xs" align="start">
      <Textarea
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
        onChange={(event) => {
          setText(event.currentTarget.value);
          setFaults([]);
        }}
      />
      {faults.length > 0 && (
        <List size="sm" c="var(--mantine-color-error)" role="alert">
          {faults.slice(0, faultsShown).map((fault) => (
            <List.Item key={fault}>{fault}</List.Item>
          ))}
        </List>
      )}
      {text.trim() !== "" && (
        <Button variant="default" loading={isAdding} onClick={() => void addAll()}>
          Add these lines
        </Button>
      )}
    </Stack>
  );
}

const faultsShown = 10;

/** @returns why it was not added; null if it was. */
async function addOne({ code, units }: SheetLine, onAdd: Props["onAdd"]): Promise<string | null> {
  try {
    const item = await findVariant(code);
    if (!item) return "there is no single item with this SKU or barcode.";
    if (!item.trackStock) return "its stock is not tracked.";
    onAdd(item, units);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return errorMessage(error).title;
  }
}
