/** The fifteen checks of the store's truth, and the rows that they name. */
import { Alert, Button, Group, Skeleton, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconStethoscope, IconX } from "@tabler/icons-react";
import * as doctorApi from "#core/contract/doctor";
import type { Answer } from "#core/contract/kit";
import { useApiQuery } from "../api/hooks.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { fieldLabel, useFormatValue } from "../ui/format/field-values.tsx";
import { countText, DateTime } from "../ui/format/format.tsx";
import { Page } from "../ui/page.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import classes from "./settings.module.css";

type Examination = Answer<typeof doctorApi.examine>;
type Check = Examination["checks"][number];

const looks = {
  ok: ["Well", "teal", IconCheck],
  warn: ["Look at this", "orange", IconAlertTriangle],
  fail: ["Wrong", "red", IconX],
} as const;

/** What each check is about, for who does not know it by its name. */
const titles: Readonly<Record<string, string>> = {
  database: "The database and its guards",
  migrations: "The database is as new as the code",
  owner: "An owner can sign in",
  outbox: "Events leave for the webhooks",
  deliveries: "Webhook deliveries",
  ledger: "Stock is what its movements add up to",
  allocations: "What is promised is what orders hold",
  lines: "Order lines and who waits for stock",
  reservations: "Unpaid orders let go of their stock",
  parcels: "Orders and their parcels",
  payments: "Orders and their payments",
  refunds: "Orders and their refunds",
  returns: "Orders and their returns",
  providers: "Stored secrets can be opened",
  references: "Settings refer to what exists",
};

export default function DoctorScreen() {
  const answer = useApiQuery(doctorApi.examine, {}, { expensive: true });
  const again = () => void answer.refetch();
  useShortcuts("Doctor", [{ keys: "r", label: "Examine again", run: again }]);
  return (
    <Page
      title="Doctor"
      actions={
        <Button
          leftSection={<IconStethoscope size={16} />}
          variant="default"
          loading={answer.isFetching}
          onClick={again}
        >
          Examine again
        </Button>
      }
    >
      <ErrorAlert error={answer.error} onRetry={again} />
      {answer.data ? <Examined examination={answer.data} /> : !answer.error && <Skeleton height={320} radius="md" />}
    </Page>
  );
}

function Examined({ examination }: { examination: Examination }) {
  const troubled = examination.checks.filter(({ status }) => status !== "ok");
  const well = examination.checks.filter(({ status }) => status === "ok");
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" role="status">
        {troubled.length === 0
          ? `All ${examination.checks.length} checks are well`
          : `${countText(troubled.length, "check")} found something`}
        , as of <DateTime value={examination.at} inSentence />. The doctor looks and changes nothing.
      </Text>
      {troubled.map((check) => (
        <Troubled key={check.number} check={check} />
      ))}
      {well.length > 0 && (
        <Card title="Well">
          {well.map(({ number, name, sentence }) => (
            <Group key={number} gap="sm" py={7} wrap="nowrap" align="start" className={classes["row"]}>
              <Sign status="ok" />
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

function Sign({ status }: { status: Check["status"] }) {
  const [label, color, Icon] = looks[status];
  return (
    <ThemeIcon variant="light" color={color} size={22} radius="xl" role="img" aria-label={label}>
      <Icon size={14} />
    </ThemeIcon>
  );
}

function Troubled({ check }: { check: Check }) {
  const [label, color] = looks[check.status];
  return (
    <Card title={titles[check.name] ?? check.name} actions={<Badge color={color}>{label}</Badge>}>
      <Stack gap="sm">
        <Text size="sm">{check.sentence}</Text>
        {check.remedy && (
          <Alert color="gray" p="xs" title="What to do">
            {check.remedy}
          </Alert>
        )}
        <Rows check={check} />
      </Stack>
    </Card>
  );
}

function Rows({ check: { rows, count, name } }: { check: Check }) {
  const told = useFormatValue();
  if (rows.length === 0) return null;
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <ScrollRegion label={`Rows of ${titles[name] ?? name}`}>
      <table className={classes["facts"]}>
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
                <td key={field}>{told(field, row[field])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {count > rows.length && (
        <Text size="xs" c="dimmed" mt={6}>
          The first {rows.length} of {count.toLocaleString("en")}.
        </Text>
      )}
    </ScrollRegion>
  );
}
