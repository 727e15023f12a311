/** What came back, and where it went. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as orderApi from "#core/contract/order";
import * as returnApi from "#core/contract/returns";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useLocations } from "../api/use-locations.ts";
import { Card } from "../ui/card.tsx";
import { Sure } from "../ui/confirm-dialog.tsx";
import { When } from "../ui/format/format.tsx";
import { useKeys } from "../ui/shortcuts.ts";
import { sayDone } from "../ui/toast.tsx";
import { useDrawer } from "../ui/url-state.ts";
import type { Order } from "./labels.ts";
import { RecordReturn } from "./record-return.tsx";

export function Returns({ of }: { of: Order }) {
  const { can } = useSession();
  const drawer = useDrawer("return");
  const out = of.lines.reduce((sum, { shipped, returned }) => sum + shipped - returned, 0);
  const canReturn = can(returnApi.record) && out > 0 && of.status !== "cancelled";
  useKeys("Order", canReturn ? [{ keys: "r", does: "Record a return", run: drawer.open }] : []);
  if (of.returns.length === 0 && !canReturn) return null;
  return (
    <Card
      title="Returns"
      actions={
        canReturn && (
          <Button size="compact-sm" variant="default" leftSection={<IconArrowBackUp size={14} />} onClick={drawer.open}>
            Record a return
          </Button>
        )
      }
    >
      {of.returns.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing has come back.
        </Text>
      ) : (
        <Stack gap="sm">
          {of.returns.map((each, index) => (
            <OneReturn key={each.id} of={of} back={each} number={index + 1} />
          ))}
        </Stack>
      )}
      {canReturn && <RecordReturn of={of} {...drawer} />}
    </Card>
  );
}

function OneReturn({ of, back, number }: { of: Order; back: Order["returns"][number]; number: number }) {
  const { can } = useSession();
  const { nameOf } = useLocations();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const withdraw = useApiMutation(returnApi.withdraw, {
    onSuccess: (answer) => setApiQueryData(client, orderApi.read, { id: of.id }, answer),
  });
  return (
    <Group justify="space-between" align="start" wrap="nowrap">
      <Stack gap={2}>
        {back.lines.map(({ lineId, quantity, restock, locationId }) => (
          <Text key={`${lineId}${locationId}`} size="sm">
            {quantity} × {of.lines.find(({ id }) => id === lineId)?.title ?? "?"},{" "}
            {restock ? `back on the shelf at ${nameOf(locationId)}` : "not back on the shelf"}
          </Text>
        ))}
        <Text size="xs" c="dimmed">
          <When at={back.recordedAt} />
          {back.reason && ` · ${back.reason}`}
        </Text>
      </Stack>
      {can(returnApi.withdraw) && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`Withdraw return ${number}`}
          onClick={() => setAsking(true)}
        >
          Withdraw
        </Button>
      )}
      <Sure
        title="Withdraw this return?"
        opened={asking}
        onClose={() => setAsking(false)}
        does="Withdraw it"
        act={withdraw}
        onSure={() =>
          withdraw.mutate(
            { id: of.id, returnId: back.id },
            {
              onSuccess: () => {
                setAsking(false);
                sayDone("Return withdrawn");
              },
            },
          )
        }
      >
        <Text size="sm">What it put on the shelf is taken from there again, if it is still there.</Text>
      </Sure>
    </Group>
  );
}
