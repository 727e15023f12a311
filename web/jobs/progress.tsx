import { Progress, Stack, Text } from "@mantine/core";
import { countText } from "../ui/format/format.tsx";
import { type Export, type Import, isUnderWay } from "./labels.ts";

/** The progress of a job: the processed share of the file for an import, the number of rows so far for an export. */
export function JobProgress({ job }: { job: Import | Export }) {
  if (!isUnderWay(job)) return null;
  const share = "bytesDone" in job && job.bytes ? (job.bytesDone / job.bytes) * 100 : null;
  const left = "secondsLeft" in job ? job.secondsLeft : null;
  return (
    <Stack gap={4} role="status">
      <Progress value={share || 100} animated aria-label="Progress" />
      <Text size="sm" c="dimmed">
        {countText(job.rows, "row")} done
        {job.rowsPerSecond !== null && `, ${Math.round(job.rowsPerSecond).toLocaleString()} a second`}
        {left !== null && `, about ${durationText(left)} left`}
      </Text>
    </Stack>
  );
}

const durationText = (seconds: number): string =>
  seconds < 90 ? countText(Math.ceil(seconds), "second") : countText(Math.ceil(seconds / 60), "minute");
