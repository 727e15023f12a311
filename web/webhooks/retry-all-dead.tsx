/** Every dead delivery of the filter, one by one: a receiver that is back gets what it missed. */
import { Button, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import type { Asked } from "#core/contract/kit";
import * as webhookApi from "#core/contract/webhook";
import { callApi } from "../api/api-client.ts";
import { useApiQuery } from "../api/hooks.ts";
import type { BulkAction } from "../ui/bulk-action.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { countText } from "../ui/format/format.tsx";
import { toastError } from "../ui/toast.tsx";
import { type Delivery, nameOf } from "./labels.ts";

/** So many in one go: each is a request, and a line to read in the end. */
const most = 1_000;

type Filters = Asked<typeof webhookApi.listDeliveries>;

async function allDead(filters: Filters): Promise<Delivery[]> {
  const found: Delivery[] = [];
  let cursor: string | undefined;
  do {
    const page = await callApi(webhookApi.listDeliveries, { ...filters, status: "dead", limit: 200, cursor });
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && found.length < most);
  return found;
}

export function RetryAllDead({ filters, bulk }: { filters: Filters; bulk: BulkAction }) {
  const dead: Filters = { ...filters, status: "dead" };
  const any = useApiQuery(
    webhookApi.listDeliveries,
    { ...dead, limit: 1 },
    { enabled: !filters.status || filters.status === "dead" },
  );
  const [found, setFound] = useState<readonly Delivery[] | null>(null);
  const [isLooking, setLooking] = useState(false);
  const look = async () => {
    setLooking(true);
    try {
      setFound(await allDead(dead));
    } catch (error) {
      if (error instanceof Error) toastError(error);
    } finally {
      setLooking(false);
    }
  };
  const many = countText(found?.length ?? 0, "dead delivery", "dead deliveries");
  const retry = () => {
    if (found)
      void bulk.start({
        title: `Retry ${many}`,
        items: found,
        labelOf,
        run: ({ id }) => callApi(webhookApi.retryDelivery, { id }),
      });
    setFound(null);
  };
  if (filters.status && filters.status !== "dead") return null;
  if (!any.data?.items.length && found === null) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={14} />}
        loading={isLooking}
        onClick={() => void look()}
      >
        Retry all dead …
      </Button>
      <ConfirmDialog
        title={`Retry ${many}?`}
        opened={found !== null}
        onClose={() => setFound(null)}
        confirmLabel={`Retry ${many}`}
        onConfirm={retry}
        mutation={{ isPending: false, error: null }}
      >
        <Text size="sm">
          Each is tried twelve times again. See first that the receiver is mended.
          {(found?.length ?? 0) >= most &&
            ` These are the newest ${most.toLocaleString("en")}: press it again for the rest.`}
        </Text>
      </ConfirmDialog>
    </>
  );
}
