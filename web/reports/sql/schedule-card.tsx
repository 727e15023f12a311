/** The email recipients of a report, and the days on which it is sent. */
import { Button, Group, MultiSelect, NativeSelect, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import * as staffApi from "#core/contract/staff";
import { useApiMutation } from "../../api/hooks.ts";
import { useFullList } from "../../api/lookups.ts";
import { useSession } from "../../api/session.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { toastSuccess } from "../../ui/toast.tsx";

type Query = Answer<typeof reportApi.readQuery>;
type Every = NonNullable<Query["schedule"]>["every"];

const everyLabels: Readonly<Record<Every, string>> = { day: "Each morning", monday: "On Monday mornings" };
const next: Readonly<Record<Every, string>> = { day: "in the morning", monday: "on Monday morning" };
const noEvery = "never";

export function ScheduleCard({ query: { id, schedule } }: { query: Query }) {
  const { can } = useSession();
  if (can(reportApi.setSchedule) && can(staffApi.list)) return <ScheduleForm id={id} schedule={schedule} />;
  if (!schedule) return null;
  return (
    <Card title="By email">
      <Text size="sm">
        {everyLabels[schedule.every]}, to {schedule.staff.map(({ name }) => name).join(", ")}
      </Text>
    </Card>
  );
}

function ScheduleForm({ id, schedule }: Pick<Query, "id" | "schedule">) {
  const members = useFullList(staffApi.list, {});
  const [every, setEvery] = useState<Every | null>(schedule?.every ?? null);
  const [people, setPeople] = useState<readonly string[]>(schedule?.staff.map((one) => one.id) ?? []);
  const staffIds = members.filter((one) => people.includes(one.id)).map((one) => one.id);
  const save = useApiMutation(reportApi.setSchedule, {
    onSuccess: (saved) =>
      toastSuccess(
        saved.schedule
          ? `Scheduled: the next email goes out ${next[saved.schedule.every]}`
          : "The report is no longer sent",
      ),
  });
  return (
    <Card title="By email">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Sent as a table and a CSV file in the store’s morning, to people who may see reports. Parameters use their
          defaults.
        </Text>
        <Group gap="sm" align="end">
          <NativeSelect
            size="xs"
            label="When"
            value={every ?? noEvery}
            data={[
              { value: noEvery, label: "Never" },
              ...reportApi.mornings.map((value) => ({ value, label: everyLabels[value] })),
            ]}
            onChange={(event) => setEvery(reportApi.mornings.find((one) => one === event.currentTarget.value) ?? null)}
          />
          {every && (
            <MultiSelect
              size="xs"
              label="To"
              miw={220}
              placeholder={people.length === 0 ? "Team members" : ""}
              data={members.map((one) => ({ value: one.id, label: one.name }))}
              value={[...people]}
              onChange={setPeople}
              searchable
            />
          )}
          <Button
            size="xs"
            variant="default"
            loading={save.isPending}
            disabled={every !== null && staffIds.length === 0}
            onClick={() => save.mutate({ id, schedule: every && { every, staffIds } })}
          >
            Save schedule
          </Button>
        </Group>
        <ErrorAlert error={save.error} />
      </Stack>
    </Card>
  );
}
