/** Retries all dead deliveries that the filters match, for an endpoint that works again. */
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import type { Asked } from "#core/contract/kit/operation";
import * as webhookApi from "#core/contract/webhook";
import { callPatiently } from "../api/call-patiently.ts";
import { fetchAllPages } from "../api/fetch-all-pages.ts";
import { useApiQuery } from "../api/hooks.ts";
import type { BulkAction } from "../ui/dialogs/bulk-action.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { countText } from "../ui/format/format.tsx";
import { RefreshCwIcon } from "../ui/icons.ts";
import { toastError } from "../ui/toast.tsx";
import { deliveryLabel } from "./labels.ts";
import type { Delivery } from "./types.ts";

/** The maximum at once: each is a request and a line in the results. */
const retriesMax = 1_000;

type Filters = Asked<typeof webhookApi.listDeliveries>;

export function RetryAllDead({ filters, bulk }: { filters: Filters; bulk: BulkAction }) {
  const deadFilters: Filters = { ...filters, status: "dead" };
  const mayMatch = !filters.status || filters.status === "dead";
  const firstDead = useApiQuery(webhookApi.listDeliveries, { ...deadFilters, limit: 1 }, { enabled: mayMatch });
  const [toRetry, setToRetry] = useState<readonly Delivery[] | null>(null);
  const [isFetching, setFetching] = useState(false);
  const fetchDead = async () => {
    setFetching(true);
    try {
      setToRetry(await fetchAllPages(webhookApi.listDeliveries, deadFilters, { rowsMax: retriesMax }));
    } catch (error) {
      if (error instanceof Error) toastError(error);
    } finally {
      setFetching(false);
    }
  };
  const count = countText(toRetry?.length ?? 0, "dead delivery", "dead deliveries");
  const retry = () => {
    if (toRetry)
      void bulk.start({
        title: `Retry ${count}`,
        items: toRetry,
        labelOf: deliveryLabel,
        run: ({ id }) => callPatiently(webhookApi.retryDelivery, { id }),
      });
    setToRetry(null);
  };
  if (!mayMatch || (!firstDead.data?.items.length && toRetry === null)) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<RefreshCwIcon size={14} />}
        loading={isFetching}
        onClick={() => void fetchDead()}
      >
        Retry all dead …
      </Button>
      <ConfirmDialog
        title={`Retry ${count}?`}
        opened={toRetry !== null}
        onClose={() => setToRetry(null)}
        confirmLabel={`Retry ${count}`}
        onConfirm={retry}
        mutation={{ isPending: false, error: null }}
      >
        <Text size="sm">
          Each gets twelve new attempts. Make sure first that the receiver works again.
          {(toRetry?.length ?? 0) >= retriesMax &&
            ` These are the newest ${retriesMax.toLocaleString()}: repeat this for the rest.`}
        </Text>
      </ConfirmDialog>
    </>
  );
}
