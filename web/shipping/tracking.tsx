/** The tracking events that a parcel's carrier reported, newest first. */
import { Button, List, Stack, Text } from "@mantine/core";
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
        <List size="xs" listStyleType="none" spacing={2}>
          {newestFirst.slice(1).map((event) => (
            <List.Item key={`${event.at} ${event.words}`}>
              {event.words}
              {event.place && `, ${event.place}`},{" "}
              <Text span inherit c="dimmed">
                <DateTime value={event.at} inSentence />
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
