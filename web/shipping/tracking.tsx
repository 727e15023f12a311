/** Where a parcel is, as its carrier has told it, the newest first. */
import { Button, Stack, Text, Timeline } from "@mantine/core";
import { useState } from "react";
import type { Parcel } from "../orders/types.ts";
import { Badge } from "../ui/badge.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { trackBadges } from "./labels.ts";

export function Tracking({ parcel: { tracking, trackStatus } }: { parcel: Parcel }) {
  const [showsAll, setShowsAll] = useState(false);
  const newestFirst = tracking.toReversed();
  const [newest] = newestFirst;
  if (!newest) return null;
  return (
    <Stack gap={6} mt={4}>
      <Text size="xs" component="div">
        {trackStatus && <Badge color={trackBadges[trackStatus][1]}>{trackBadges[trackStatus][0]}</Badge>} {newest.words}
        {newest.place && `, ${newest.place}`}, <DateTime value={newest.at} inSentence />
        {tracking.length > 1 && (
          <Button size="compact-xs" variant="subtle" ml={4} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? "Hide the rest" : `All ${tracking.length} events`}
          </Button>
        )}
      </Text>
      {showsAll && (
        <Timeline bulletSize={10} lineWidth={1} active={newestFirst.length}>
          {newestFirst.map((event) => (
            <Timeline.Item key={`${event.at} ${event.words}`} title={<Text size="xs">{event.words}</Text>}>
              <Text size="xs" c="dimmed">
                {event.place && `${event.place}, `}
                <DateTime value={event.at} inSentence />
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </Stack>
  );
}
