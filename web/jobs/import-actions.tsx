/** The next actions for an import: run it after a dry run, retry, stop. */
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import * as importApi from "#core/contract/import";
import { useApiMutation } from "../api/hooks.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { countText } from "../ui/format/format.tsx";
import { PlayIcon } from "../ui/icons.ts";
import { toastError } from "../ui/toast.tsx";
import { type Import, isUnderWay } from "./labels.ts";

export function ImportActions({ job }: { job: Import }) {
  const start = useApiMutation(importApi.start);
  const cancel = useApiMutation(importApi.cancel);
  const [asking, setAsking] = useState(false);
  const { id, counts, dryRun, status } = job;
  const begin = (trial: boolean) =>
    start.mutate({ id, dryRun: trial }, { onError: toastError, onSettled: () => setAsking(false) });
  if (isUnderWay(job)) {
    return (
      <Button
        variant="default"
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ id }, { onError: toastError })}
      >
        Stop
      </Button>
    );
  }
  const writes = counts.created + counts.changed;
  const isTried = dryRun && status === "done";
  return (
    <>
      <Button variant="default" loading={start.isPending} onClick={() => begin(true)}>
        Dry run
      </Button>
      <Button leftSection={<PlayIcon size={16} />} disabled={!isTried || writes === 0} onClick={() => setAsking(true)}>
        Import
      </Button>
      <ConfirmDialog
        title={`Import ${job.fileName}`}
        opened={asking}
        onClose={() => setAsking(false)}
        confirmLabel="Import"
        onConfirm={() => begin(false)}
        mutation={start}
      >
        <Text size="sm">
          {countText(counts.created, "record")} will be created and {counts.changed.toLocaleString()} updated.
          {counts.refused > 0 &&
            ` ${countText(counts.refused, "row")} will be refused. You can fix and import them again.`}
        </Text>
      </ConfirmDialog>
    </>
  );
}
