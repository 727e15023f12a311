/** What the outbox still holds, as the doctor saw it: events that have not reached the bus, for which no delivery exists yet. */
import { Group, List, Text } from "@mantine/core";
import * as doctor from "#core/contract/doctor";
import { useAnswer } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Card } from "../ui/card.tsx";
import { When } from "../ui/format.tsx";
import { TextLink } from "../ui/links.tsx";

/** The doctor's check of the outbox. */
const outbox = "outbox";

export function Backlog() {
  const { may } = useSession();
  const examined = useAnswer(doctor.examine, {}, { enabled: may(doctor.examine), rarely: true });
  const check = examined.data?.checks.find(({ name }) => name === outbox);
  if (!examined.data || !check) return null;
  return (
    <Card
      title="Event backlog"
      actions={
        <TextLink to="/settings/doctor" size="sm">
          Doctor
        </TextLink>
      }
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm" {...(check.status !== "ok" && { fw: 600 })}>
          {check.status === "ok" ? "Every event has left for the webhooks." : check.sentence}
        </Text>
        <Text size="xs" c="dimmed">
          As of <When at={examined.data.at} />
        </Text>
      </Group>
      {check.status !== "ok" && (
        <>
          <Text size="sm" my="xs">
            {check.remedy}
          </Text>
          <List size="sm">
            {check.rows.map((row) => (
              <List.Item key={String(row["id"])}>
                <Text span inherit ff="monospace" fz="xs">
                  {String(row["name"])} {String(row["subjectId"])}
                </Text>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Card>
  );
}
