/** Packs one order after the other: scan its slip, then each item, then the slip again. */
import { Alert, Group, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { ApiError } from "../api/api-client.ts";
import { errorMessage } from "../api/error-messages.ts";
import { Page } from "../ui/layout/page.tsx";
import { ScanField } from "../ui/scan/scan-field.tsx";
import { idParam, useUrlState } from "../ui/url-state.ts";
import { findOrder } from "./find-order.ts";
import { PackOrder } from "./pack-order.tsx";
import { ReadyOrdersLink } from "./ready-orders-link.tsx";

const orderIdParam = idParam("ord");

export default function PackStation() {
  const [search, setSearch] = useUrlState();
  const [fault, setFault] = useState<string | null>(null);
  const isLooking = useRef(false);
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const orderId = orderIdParam(search["order"] ?? "");

  const wait = (code: string) => setWaiting((before) => [...before, code]);
  /**
   * Opens the order with this number. Null once it is open; otherwise why it is not: `none` if there is none. What is
   * scanned before that is an item of it.
   */
  const openOrder = async (code: string, none: string): Promise<string | null> => {
    if (isLooking.current) {
      wait(code);
      return null;
    }
    isLooking.current = true;
    setWaiting([]);
    try {
      const found = await findOrder(code);
      if (found) await setSearch({ order: found.id });
      return found ? null : none;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return errorMessage(error).title;
    } finally {
      isLooking.current = false;
    }
  };
  const scan = async (code: string) => code !== "" && setFault(await openOrder(code, `There is no order ${code}.`));
  const leave = () => {
    setFault(null);
    void setSearch({ order: undefined });
  };
  if (orderId) {
    return (
      <Page title="Pack station">
        <PackOrder
          key={orderId}
          id={orderId}
          scans={{ waiting, wait, take: () => setWaiting((before) => before.slice(1)) }}
          onOther={openOrder}
          onLeave={leave}
        />
      </Page>
    );
  }
  return (
    <Page title="Pack station">
      <Stack gap="md" maw={640}>
        <ScanField label="Scan an order’s packing slip" onScan={(code) => void scan(code)} />
        {fault ? (
          <Alert color="red" role="alert" title={fault}>
            Scan the barcode of a packing slip, or type the number of an order.
          </Alert>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              Then scan each item into the box, and the slip once more when all of them are in. Slips are printed from
              the list of orders.
            </Text>
            <Group>
              <ReadyOrdersLink />
            </Group>
          </>
        )}
      </Stack>
    </Page>
  );
}
