/** Receives a whole delivery, whose lines are pasted from the supplier's sheet. What is refused stays, to be corrected. */
import { Alert, Button, Group, List, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useRef, useState } from "react";
import * as stockApi from "#core/contract/stock";
import * as variantApi from "#core/contract/variant";
import { ApiError, callApi } from "../../api/api-client.ts";
import { useSession } from "../../api/session.tsx";
import { useLocations } from "../../api/use-locations.ts";
import { useBulkAction } from "../../ui/dialogs/bulk-action.tsx";
import { countText } from "../../ui/format/format.tsx";
import { NoPicker } from "../../ui/forms/no-picker.tsx";
import { useUnsaved } from "../../ui/forms/unsaved.ts";
import { NoLocation } from "../../ui/layout/no-location.tsx";
import { Breadcrumb, Page } from "../../ui/layout/page.tsx";
import { findItem } from "../scan-count/tally.ts";
import { asSheet, type DeliveryLine, readSheet } from "./read-sheet.ts";

export default function ReceiveDelivery() {
  const { can } = useSession();
  const { open } = useLocations();
  const [last, setLast] = useLocalStorage<string>({
    key: "stock.location",
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  const location = open.find(({ id }) => id === last) ?? open[0];
  return (
    <Page title="Receive a delivery">
      <Breadcrumb to="/stock/levels" label="Stock levels" />
      {!location ? (
        <NoLocation>Goods are received at a location.</NoLocation>
      ) : !can(variantApi.list) ? (
        <NoPicker label="Items" items="items" right="catalog.read" />
      ) : (
        <Stack gap="md" maw={640}>
          {open.length > 1 && (
            <NativeSelect
              label="Location"
              value={location.id}
              data={open.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => setLast(event.currentTarget.value)}
            />
          )}
          <Delivery location={location} />
        </Stack>
      )}
    </Page>
  );
}

type Location = ReturnType<typeof useLocations>["open"][number];

function Delivery({ location }: { location: Location }) {
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const { start, dialog } = useBulkAction();
  const receive = useReceiving(location, reason.trim());
  useUnsaved(() => text.trim() !== "");
  const { lines, faults } = readSheet(text);
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const begin = () => {
    const received = new Set<DeliveryLine>();
    return start({
      title: `Receive at ${location.name}`,
      items: lines,
      labelOf: ({ code, quantity }) => `${code}, ${countText(quantity, "unit")}`,
      run: async (line) => {
        const { level } = await receive(line);
        received.add(line);
        return level.onHand;
      },
      doneWords: (onHand) => `${onHand} on hand`,
      onFinished: () => setText(asSheet(lines.filter((line) => !received.has(line)))),
    });
  };
  return (
    <>
      <Textarea
        label="Lines of the delivery"
        description="Paste two columns from a spreadsheet: the SKU or barcode, and the units."
        placeholder={"MUG\t12\nBOWL\t6"}
        autosize
        minRows={6}
        maxRows={24}
        spellCheck={false}
        styles={{ input: { fontFamily: "monospace" } }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <TextInput
        label="Reason"
        placeholder="Supplier, delivery note …"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {faults.length > 0 && (
        <Alert color="orange" role="status" title={`${countText(faults.length, "line")} cannot be read`}>
          <List size="sm">
            {faults.slice(0, faultsShown).map((fault) => (
              <List.Item key={fault}>{fault}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group justify="flex-end">
        <Button disabled={lines.length === 0 || faults.length > 0} onClick={() => void begin()}>
          Receive {lines.length > 0 && `${countText(lines.length, "line")} (${countText(units, "unit")})`}
        </Button>
      </Group>
      {dialog}
    </>
  );
}

const faultsShown = 10;

/** Receives a line. If no answer came, the same line is sent again with the same key, so that it is received once. */
function useReceiving(location: Location, reason: string) {
  const keys = useRef(new Map<string, string>());
  return async ({ code, quantity }: DeliveryLine) => {
    const found = await findItem(code, location.id);
    if (!found) throw new ApiError("variant.unknown", `There is no item ${code}.`);
    const input = {
      ...{ id: found.tally.variantId, locationId: location.id, quantity },
      ...(reason && { reason }),
    };
    const sent = JSON.stringify([code, input]);
    const key = keys.current.get(sent) ?? crypto.randomUUID();
    keys.current.set(sent, key);
    const answer = await callApi(stockApi.receive, input, { key });
    keys.current.delete(sent);
    return answer;
  };
}
