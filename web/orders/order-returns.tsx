/** The returns of an order: what came back, and where it was restocked. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as orderApi from "#core/contract/order";
import * as returnApi from "#core/contract/returns";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useLocations } from "../api/use-locations.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { Undo2Icon } from "../ui/icons.ts";
import { lazyPart } from "../ui/later/lazy-part.tsx";
import { Card } from "../ui/layout/card.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { useDrawer } from "../ui/url-state.ts";
import type { Order } from "./types.ts";

/** Loaded when a return is recorded. */
const RecordReturn = lazyPart(() => import("./record-return.tsx"));

export function ReturnsCard({ order }: { order: Order }) {
  const { can } = useSession();
  const drawer = useDrawer("return");
  const returnable = order.lines.reduce((sum, { shipped, returned }) => sum + shipped - returned, 0);
  const canReturn = can(returnApi.record) && returnable > 0 && order.status !== "cancelled";
  useShortcuts("Order", canReturn ? [{ keys: "r", label: "Record a return", run: drawer.open }] : []);
  if (order.returns.length === 0 && !canReturn) return null;
  return (
    <Card
      title="Returns"
      actions={
        canReturn && (
          <Button size="compact-sm" variant="default" leftSection={<Undo2Icon size={14} />} onClick={drawer.open}>
            Record a return
          </Button>
        )
      }
    >
      {order.returns.length === 0 ? (
        <Text size="sm" c="dimmed">
          No returns yet.
        </Text>
      ) : (
        <Stack gap="sm">
          {order.returns.map((recorded, index) => (
            <ReturnRow key={recorded.id} order={order} recorded={recorded} number={index + 1} />
          ))}
        </Stack>
      )}
      {canReturn && (
        <Drawer title="Record a return" opened={drawer.opened} onClose={drawer.close}>
          <RecordReturn order={order} onClose={drawer.close} />
        </Drawer>
      )}
    </Card>
  );
}

interface ReturnRowProps {
  readonly order: Order;
  readonly recorded: Order["returns"][number];
  readonly number: number;
}

function ReturnRow({ order, recorded, number }: ReturnRowProps) {
  const { can } = useSession();
  const { nameOf } = useLocations();
  const client = useQueryClient();
  const [confirmOpened, setConfirmOpened] = useState(false);
  const withdraw = useApiMutation(returnApi.withdraw, {
    // Shown before the order is refetched, because this row is gone afterwards.
    onSuccess: (answer) => {
      toastSuccess("Return withdrawn");
      setApiQueryData(client, orderApi.read, { id: order.id }, answer);
    },
  });
  return (
    <Group justify="space-between" align="start" wrap="nowrap">
      <Stack gap={2}>
        {recorded.lines.map(({ lineId, quantity, restock, locationId }) => (
          <Text key={`${lineId}${locationId}`} size="sm">
            {quantity} × {order.lines.find(({ id }) => id === lineId)?.title ?? "?"},{" "}
            {restock ? `restocked at ${nameOf(locationId)}` : "not restocked"}
          </Text>
        ))}
        <Text size="xs" c="dimmed">
          <DateTime value={recorded.recordedAt} />
          {recorded.worth && ` · worth ${moneyText(recorded.worth)}`}
          {recorded.reason && ` · ${recorded.reason}`}
        </Text>
      </Stack>
      {can(returnApi.withdraw) && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          flex="none"
          aria-label={`Withdraw return ${number}`}
          onClick={() => setConfirmOpened(true)}
        >
          Withdraw
        </Button>
      )}
      <ConfirmDialog
        title="Withdraw this return?"
        opened={confirmOpened}
        onClose={() => setConfirmOpened(false)}
        confirmLabel="Withdraw return"
        mutation={withdraw}
        onConfirm={() =>
          withdraw.mutate({ id: order.id, returnId: recorded.id }, { onSuccess: () => setConfirmOpened(false) })
        }
      >
        <Text size="sm">Units that it restocked are taken out of stock again, if they are still available.</Text>
      </ConfirmDialog>
    </Group>
  );
}
