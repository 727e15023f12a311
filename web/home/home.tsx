/** What waits for somebody, each a link to the list of it, and what was sold. */
import { Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import * as doctorApi from "#core/contract/doctor";
import type { Asked, Operation } from "#core/contract/kit";
import * as orderApi from "#core/contract/order";
import * as reportApi from "#core/contract/report";
import * as stockApi from "#core/contract/stock";
import * as webhookApi from "#core/contract/webhook";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { PaymentBadge, StatusBadge } from "../orders/badges.tsx";
import { Card } from "../ui/card.tsx";
import { Amount, DateTime } from "../ui/format/format.tsx";
import { TextLink } from "../ui/links.tsx";
import { Page } from "../ui/page.tsx";
import classes from "./home.module.css";
import { SalesChart } from "./sales-chart.tsx";

/** So many are counted; beyond, "99+" says enough. */
const countedMost = 100;

export default function Home() {
  const { user, store, can } = useSession();
  const hours = Math.round(store.unpaidWindowMinutes / 60);
  return (
    <Page title={`Hello, ${user.name.split(" ")[0] ?? user.name}`}>
      <SimpleGrid cols={{ base: 2, md: 3, lg: 4 }} spacing="sm">
        {can(orderApi.list) && (
          <>
            <Orders title="To pack" hint="paid, or paid at the door" search={{ status: "confirmed", sort: "oldest" }} />
            <Orders
              title="Partly shipped"
              hint="the rest is still here"
              search={{ status: "partiallyShipped", sort: "oldest" }}
            />
            <Orders
              title="Waiting for stock"
              hint="more was ordered than there is"
              search={{ waiting: "true", sort: "oldest" }}
            />
            <Orders
              title="Waits for payment"
              hint={`cancelled by itself after ${hours} h`}
              search={{ status: "pending", sort: "oldest" }}
            />
            <Orders title="Payment failed" hint="worth a call" search={{ paymentStatus: "failed" }} />
          </>
        )}
        {can(stockApi.low) && (
          <Count title="Low stock" hint="at or below the threshold" op={stockApi.low} to="/stock/low" />
        )}
        {can(webhookApi.listDeliveries) && (
          <Count
            title="Dead deliveries"
            hint="webhooks that were given up"
            op={webhookApi.listDeliveries}
            input={{ status: "dead" }}
            to="/settings/webhooks/deliveries"
            search={{ status: "dead" }}
          />
        )}
        {can(doctorApi.examine) && <Doctor />}
      </SimpleGrid>
      {can(reportApi.sales) && <SalesChart />}
      {can(orderApi.list) && <Latest />}
    </Page>
  );
}

interface TileProps {
  readonly title: string;
  readonly hint: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

function Orders({ search, ...rest }: Omit<TileProps, "to"> & { search: Readonly<Record<string, string>> }) {
  const { waiting, ...filters } = search;
  const input = { ...filters, ...(waiting && { waiting: true }) } as Asked<typeof orderApi.list>; // filters of ours, just above
  return <Count {...rest} op={orderApi.list} input={input} to="/orders" search={search} />;
}

/** How many there are, as far as it pays to count. */
function Count<Op extends Operation>({ op, input, ...tile }: TileProps & { op: Op; input?: Asked<Op> }) {
  const page = useApiQuery(op, { ...input, limit: countedMost } as Asked<Op>, { poll: true }); // every list takes a limit
  const answer = page.data as { readonly items: readonly unknown[]; readonly nextCursor: string | null } | undefined;
  const count = answer?.items.length;
  const shown =
    count === undefined ? (page.error ? "?" : "…") : answer?.nextCursor ? `${countedMost - 1}+` : String(count);
  return <Tile {...tile} shown={shown} quiet={count === 0} />;
}

function Doctor() {
  const examined = useApiQuery(doctorApi.examine, {}, { expensive: true });
  const troubled = examined.data?.checks.filter(({ status }) => status !== "ok").length;
  const shown = troubled === undefined ? (examined.error ? "?" : "…") : troubled === 0 ? "Well" : String(troubled);
  return (
    <Tile
      title="Doctor"
      hint={troubled ? "checks that found something" : "15 checks of the books"}
      shown={shown}
      quiet={troubled === 0}
      to="/settings/doctor"
    />
  );
}

/** A number that leads to its list; without a screen of its own it is only told. */
function Tile({ title, hint, to, search, shown, quiet }: TileProps & { shown: string; quiet: boolean }) {
  const router = useRouter();
  const inside: ReactNode = (
    <Stack gap={2}>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <Text fz={28} fw={680} lh={1.2} {...(quiet && { c: "dimmed" })}>
        {shown}
      </Text>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </Stack>
  );
  if (!(to in router.routesByPath)) {
    return (
      <Paper withBorder p="md">
        {inside}
      </Paper>
    );
  }
  return (
    <Paper
      withBorder
      p="md"
      className={classes["tile"]}
      renderRoot={(props) => <Link to={to} search={search ?? {}} {...props} />}
    >
      {inside}
    </Paper>
  );
}

function Latest() {
  const latest = useApiQuery(orderApi.list, { limit: 8 });
  const items = latest.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card
      title="Latest orders"
      actions={
        <TextLink to="/orders" size="sm">
          All orders
        </TextLink>
      }
    >
      <Stack gap={0}>
        {items.map((row) => (
          <div key={row.id} className={classes["row"]}>
            <Group gap="sm" className={classes["who"]}>
              <TextLink to="/orders/$id" params={{ id: row.id }} size="sm" fw={550}>
                {row.number}
              </TextLink>
              <Text size="sm">{row.contact?.name}</Text>
            </Group>
            <Group gap={6} className={classes["states"]}>
              <StatusBadge status={row.status} />
              <PaymentBadge status={row.paymentStatus} />
            </Group>
            <Text size="sm" className={classes["total"]}>
              <Amount value={row.total} />
            </Text>
            <Text size="sm" className={classes["placed"]}>
              <DateTime value={row.createdAt} dimmed />
            </Text>
          </div>
        ))}
      </Stack>
    </Card>
  );
}
