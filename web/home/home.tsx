/** Work to do as tiles that link to lists, sales, and the latest orders. */
import { Group, SimpleGrid, Stack, Text } from "@mantine/core";
import * as doctorApi from "#core/contract/doctor";
import type { Asked } from "#core/contract/kit/operation";
import * as messageApi from "#core/contract/message";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import * as providerApi from "#core/contract/provider";
import * as reportApi from "#core/contract/report";
import * as stockApi from "#core/contract/stock";
import * as webhookApi from "#core/contract/webhook";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { GoodsBadges, OwesBadge, PaymentBadge } from "../orders/badges.tsx";
import { Amount, DateTime, durationText } from "../ui/format/format.tsx";
import { Card } from "../ui/layout/card.tsx";
import { Page } from "../ui/layout/page.tsx";
import { TextLink } from "../ui/links/links.tsx";
import classes from "./home.module.css";
import { MoneyTiles } from "./money-tiles.tsx";
import { SalesChart } from "./sales-chart.tsx";
import { SenderTile } from "./sender-tile.tsx";
import Setup from "./setup.tsx";
import { CountTile, Tile, type TileProps } from "./tile.tsx";

export default function Home() {
  const { user, store, can } = useSession();
  return (
    <Page title={`Hello, ${user.name.split(" ")[0] ?? user.name}`}>
      {user.role === "owner" && store.showsSetup && <Setup />}
      {!can(orderApi.list) && !can(stockApi.low) && (
        <Text size="sm" c="dimmed">
          Your screens are in the menu.
        </Text>
      )}
      <SimpleGrid cols={{ base: 2, md: 3, lg: 4 }} spacing="sm">
        {can(orderApi.list) && (
          <>
            <OrdersTile
              title="Ready to ship"
              hint="everything left to ship is in stock"
              search={{ fulfillable: "true", sort: "oldest" }}
            />
            <OrdersTile
              title="Waiting for goods"
              hint="not enough stock"
              search={{ backordered: "true", sort: "oldest" }}
            />
            <OrdersTile
              title="Partially shipped"
              hint="some items still to ship"
              search={{ status: "partiallyShipped", sort: "oldest" }}
            />
            <OrdersTile
              title="Awaiting payment"
              hint={`cancelled automatically after ${durationText(store.unpaidWindowMinutes)}`}
              search={{ status: "pending", sort: "oldest" }}
            />
            <OrdersTile
              title="Payment failed"
              hint="customer may need help"
              search={{ status: "pending", paymentStatus: "failed" }}
            />
          </>
        )}
        {can(stockApi.low) && (
          <CountTile title="Low stock" hint="at or below the threshold" op={stockApi.low} to="/stock/low" />
        )}
        {can(webhookApi.listDeliveries) && (
          <CountTile
            title="Dead deliveries"
            hint="webhooks that were not delivered"
            op={webhookApi.listDeliveries}
            input={{ status: "dead" }}
            to="/settings/webhooks/deliveries"
            search={{ status: "dead" }}
          />
        )}
        {can(doctorApi.examine) && <DoctorTile />}
        {/* Shown only if there are any: last, so that none takes the place of another that is being clicked. */}
        <MoneyTiles />
        {can(parcelApi.listReturned) && (
          <CountTile
            title="Returned to sender"
            hint="parcels that came back"
            op={parcelApi.listReturned}
            to="/orders/returned-parcels"
            hideEmpty
          />
        )}
        {can(messageApi.list) && (
          <CountTile
            title="Messages not sent"
            hint="emails and SMS that failed"
            op={messageApi.list}
            input={{ status: "failed" }}
            to="/messages"
            search={{ status: "failed" }}
            hideEmpty
          />
        )}
        {can(providerApi.list) && <SenderTile />}
      </SimpleGrid>
      {can(reportApi.sales) && <SalesChart />}
      {can(orderApi.list) && <LatestOrders />}
    </Page>
  );
}

function OrdersTile({ search, ...rest }: Omit<TileProps, "to"> & { search: Readonly<Record<string, string>> }) {
  const { backordered, fulfillable, ...filters } = search;
  const input = {
    ...filters,
    ...(backordered && { backordered: true }),
    ...(fulfillable && { fulfillable: true }),
  } as Asked<typeof orderApi.list>; // the filters above
  return <CountTile {...rest} op={orderApi.list} input={input} to="/orders" search={search} />;
}

function DoctorTile() {
  const query = useApiQuery(doctorApi.examine, {}, { expensive: true });
  const problems = query.data?.checks.filter(({ status }) => status !== "ok").length;
  const value = problems === undefined ? (query.error ? "?" : "…") : problems === 0 ? "OK" : String(problems);
  return (
    <Tile
      title="Health check"
      hint={problems ? "checks with problems" : "15 checks of the store's data"}
      value={value}
      dimmed={problems === 0}
      to="/settings/doctor"
    />
  );
}

function LatestOrders() {
  const query = useApiQuery(orderApi.list, { limit: 8 });
  const items = query.data?.items ?? [];
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
        {items.map((order) => (
          <div key={order.id} className={classes["row"]}>
            <Group gap="sm" className={classes["customer"]}>
              <TextLink
                to="/orders/$id"
                params={{ id: order.id }}
                size="sm"
                fw={550}
                style={{ fontVariantNumeric: "tabular-nums" }}
              >
                {order.number}
              </TextLink>
              <Text size="sm">{order.contact?.name}</Text>
            </Group>
            <Group gap={6} className={classes["badges"]}>
              <GoodsBadges goods={order} />
              <PaymentBadge status={order.paymentStatus} />
              <OwesBadge order={order} />
            </Group>
            <Text size="sm" className={classes["total"]}>
              <Amount value={order.total} />
            </Text>
            <Text size="sm" className={classes["placed"]}>
              <DateTime value={order.createdAt} dimmed />
            </Text>
          </div>
        ))}
      </Stack>
    </Card>
  );
}
