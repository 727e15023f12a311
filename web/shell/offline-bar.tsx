/** Above the screen while the store cannot be reached: from when the shown data is. */
import { Button, Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useOfflineAsOf } from "../api/offline.ts";
import { useSession } from "../api/session.tsx";
import { dateTimeText } from "../ui/format/dates.ts";
import classes from "./shell.module.css";

/** The browser's `online` event may come before the kept answers do, or never. */
const tryEveryMs = 5_000;

export function OfflineBar() {
  const client = useQueryClient();
  const asOf = useOfflineAsOf();
  const { store } = useSession();
  const isOffline = asOf !== "online";
  useEffect(() => {
    if (!isOffline) return;
    const refetch = () => void client.refetchQueries({ type: "active" });
    addEventListener("online", refetch);
    // Does not cancel running requests: restarted each time, they would never get to the kept answers.
    const again = () => void client.refetchQueries({ type: "active" }, { cancelRefetch: false });
    const trying = setInterval(again, tryEveryMs);
    return () => {
      removeEventListener("online", refetch);
      clearInterval(trying);
    };
  }, [client, isOffline]);
  if (!isOffline) return null;
  const time = asOf === "nothing" ? null : dateTimeText(new Date(asOf).toISOString(), store.timeZone);
  return (
    <Group role="status" className={classes["offline"] ?? ""} justify="space-between" gap="xs">
      <Text size="sm">
        <Text span inherit fw={620}>
          {time ? `Offline, as of ${time.replace(/^Today, /, "").replace(/^Yesterday/, "yesterday")}.` : "Offline."}
        </Text>{" "}
        {time ? "It may have changed since, and nothing can be saved now." : "The store cannot be reached."}
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => void client.refetchQueries({ type: "active" })}>
        Try again
      </Button>
    </Group>
  );
}
