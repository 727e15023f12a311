/** The doctor: checks whether the store's records are consistent, and lists the rows that are not. */
import { Alert, Button, Group, Skeleton, Stack, Text, ThemeIcon } from "@mantine/core";
import * as doctorApi from "#core/contract/doctor";
import type { Answer } from "#core/contract/kit/operation";
import { useApiQuery } from "../api/hooks.ts";
import { Badge } from "../ui/badge.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { fieldLabel } from "../ui/format/field-labels.ts";
import { useFormatValue } from "../ui/format/field-values.tsx";
import { countText, DateTime } from "../ui/format/format.tsx";
import { CheckIcon, StethoscopeIcon, TriangleAlertIcon, XIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { Page } from "../ui/layout/page.tsx";
import tableClasses from "../ui/layout/plain-table.module.css";
import { ScrollRegion } from "../ui/layout/scroll-region.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import classes from "./settings.module.css";

type Examination = Answer<typeof doctorApi.examine>;
type Check = Examination["checks"][number];

const statuses = {
  ok: ["OK", "teal", CheckIcon],
  warn: ["Warning", "orange", TriangleAlertIcon],
  fail: ["Failed", "red", XIcon],
} as const;

/** What each check compares, by its name. */
const titles: Readonly<Record<string, string>> = {
  database: "The database and its constraints",
  migrations: "The database schema is up to date",
  owner: "An owner can sign in",
  outbox: "Events are sent to the webhooks",
  deliveries: "Webhook deliveries",
  ledger: "Stock levels match their movements",
  allocations: "Allocated stock matches the orders",
  lines: "Order lines and their backorders",
  reservations: "Expired unpaid orders release their stock",
  parcels: "Orders and their parcels",
  payments: "Orders and their payments",
  refunds: "Orders and their refunds",
  returns: "Orders and their returns",
  providers: "Stored secrets can be decrypted",
  references: "Settings refer to existing records",
};

export default function DoctorScreen() {
  const query = useApiQuery(doctorApi.examine, {}, { expensive: true });
  const runAgain = () => void query.refetch();
  useShortcuts("Health check", [{ keys: "r", label: "Run the checks again", run: runAgain }]);
  return (
    <Page
      title="Health check"
      actions={
        <Button
          leftSection={<StethoscopeIcon size={16} />}
          variant="default"
          loading={query.isFetching}
          onClick={runAgain}
        >
          Run again
        </Button>
      }
    >
      <ErrorAlert error={query.error} onRetry={runAgain} />
      {query.data ? <Results examination={query.data} /> : !query.error && <Skeleton height={320} radius="md" />}
    </Page>
  );
}

function Results({ examination }: { examination: Examination }) {
  const failed = examination.checks.filter(({ status }) => status !== "ok");
  const passed = examination.checks.filter(({ status }) => status === "ok");
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" role="status">
        {failed.length === 0
          ? `All ${examination.checks.length} checks passed`
          : `${countText(failed.length, "check")} found a problem`}
        , as of <DateTime value={examination.at} inSentence />. These checks only read: they change nothing.
      </Text>
      {failed.map((check) => (
        <FailedCheck key={check.number} check={check} />
      ))}
      {passed.length > 0 && (
        <Card title="Passed">
          {passed.map(({ number, name, sentence }) => (
            <Group key={number} gap="sm" py={7} wrap="nowrap" align="start" className={classes["row"]}>
              <StatusIcon status="ok" />
              <div>
                <Text size="sm" fw={550}>
                  {titles[name] ?? name}
                </Text>
                <Text size="sm" c="dimmed">
                  {sentence}
                </Text>
              </div>
            </Group>
          ))}
        </Card>
      )}
    </Stack>
  );
}

function StatusIcon({ status }: { status: Check["status"] }) {
  const [label, color, Icon] = statuses[status];
  return (
    <ThemeIcon variant="light" color={color} size={22} radius="xl" role="img" aria-label={label}>
      <Icon size={14} />
    </ThemeIcon>
  );
}

function FailedCheck({ check }: { check: Check }) {
  const [label, color] = statuses[check.status];
  return (
    <Card title={titles[check.name] ?? check.name} actions={<Badge color={color}>{label}</Badge>}>
      <Stack gap="sm">
        <Text size="sm">{check.sentence}</Text>
        {check.remedy && (
          <Alert color="gray" p="xs" title="What to do">
            {check.remedy}
          </Alert>
        )}
        <FoundRows check={check} />
      </Stack>
    </Card>
  );
}

function FoundRows({ check: { rows, count, name } }: { check: Check }) {
  const format = useFormatValue();
  if (rows.length === 0) return null;
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <ScrollRegion label={`Rows: ${titles[name] ?? name}`}>
      <table className={tableClasses["table"]}>
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field} scope="col" style={{ whiteSpace: "nowrap" }}>
                {fieldLabel(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify(row)}>
              {fields.map((field) => (
                <td key={field}>{format(field, row[field])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {count > rows.length && (
        <Text size="xs" c="dimmed" mt={6}>
          The first {rows.length} of {count.toLocaleString()}.
        </Text>
      )}
    </ScrollRegion>
  );
}
