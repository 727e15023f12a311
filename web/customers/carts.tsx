/** Shoppers' carts: open ones, abandoned ones, and those that became orders. */
import { Alert, Text } from "@mantine/core";
import * as cartApi from "#core/contract/cart";
import * as keyApi from "#core/contract/key";
import type { ApiError } from "../api/api-client.ts";
import { errorMessages } from "../api/error-messages.ts";
import type { ItemOf } from "../api/fetch-all-pages.ts";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { FilterBar, SelectFilter } from "../ui/filters/filters.tsx";
import { Amount, countText, DateTime } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { EntityLink } from "../ui/links/entity-link.tsx";
import { ButtonLink, drawerLink } from "../ui/links/links.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { enumParam, idParam, useFilters, useRecordDrawer } from "../ui/url-state.ts";

type Row = ItemOf<typeof cartApi.list>;

const states = { open: ["Open", "blue"], abandoned: ["Abandoned", "orange"], ordered: ["Ordered", "green"] } as const;
const params = { state: enumParam(cartApi.states) };

const columns: readonly Column<Row>[] = [
  { id: "who", title: "Shopper", cell: ({ name, email }) => name ?? email ?? "unknown" },
  {
    id: "state",
    title: "Status",
    unlabeled: true,
    cell: ({ state }) => <Badge color={states[state][1]}>{states[state][0]}</Badge>,
  },
  { id: "order", title: "Order", cell: ({ order }) => order?.number ?? "–" },
  { id: "units", title: "Units", unlabeled: true, cell: ({ units }) => countText(units, "unit") },
  { id: "channel", title: "Channel", hiddenByDefault: true, cell: ({ channel }) => channel ?? "–" },
  { id: "total", title: "Total", align: "right", unlabeled: true, cell: ({ total }) => <Amount value={total} /> },
  { id: "touched", title: "Updated", cell: ({ updatedAt }) => <DateTime value={updatedAt} dimmed /> },
];
const rowLink = drawerLink("cart");

export default function Carts() {
  const { can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(params);
  const pages = usePaginatedQuery(cartApi.list, values);
  const drawer = useRecordDrawer("cart", idParam("crt"));
  return (
    <Page title="Carts">
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SelectFilter
          label="Status"
          value={values.state}
          onChange={(state) => set({ state })}
          options={cartApi.states.map((value) => ({ value, label: states[value][0] }))}
        />
      </FilterBar>
      <DataTable
        name="carts"
        pages={pages}
        columns={columns}
        rowLink={rowLink}
        emptyState={
          <EmptyList
            items="carts"
            isFiltered={isFiltered}
            onClear={clear}
            title="No carts yet"
            action={
              can(keyApi.create) && (
                <ButtonLink to="/settings/api-keys" search={{ open: "new" }}>
                  New API key
                </ButtonLink>
              )
            }
          >
            Carts appear here once shoppers fill them in your online shop. The shop needs an API key for storefronts.
          </EmptyList>
        }
      />
      <Drawer title="Cart" opened={drawer.opened} onClose={drawer.close} size="lg">
        {drawer.id && <CartDetails id={drawer.id as Row["id"]} /* as `idParam` made it */ />}
      </Drawer>
    </Page>
  );
}

const lineProblems: Readonly<Record<(typeof cartApi.lineProblems)[number], string>> = {
  short: "not enough in stock",
  notSold: "not on sale",
  tooLarge: "above the maximum for an order",
  unknown: "gone",
};

/** Those of lines and of the discount code say more themselves. */
const cartProblems: Readonly<Record<Exclude<(typeof cartApi.problems)[number], "lines" | "discount">, string>> = {
  empty: "The cart is empty.",
  incomplete: "The shopper’s email address, name or address is still missing.",
  shipping: "No active shipping rate applies to this address and total.",
  changed: "The total has changed since the shopper last saw the cart.",
  channel: "The channel of this shop is inactive.",
};

type CartProblems = Pick<cartApi.Cart, "problems" | "discountCode" | "discountProblem">;

/** What prevents the check-out, besides what the lines say. */
function problemsOf({ problems, discountCode, discountProblem }: CartProblems): string[] {
  const [why] = errorMessages[discountProblem as ApiError["code"]] ?? []; // one of the API's codes, or null
  return problems.flatMap((problem) => {
    if (problem === "lines") return [];
    if (problem === "discount") return [`Discount ${discountCode}: ${why ?? "It does not apply"}.`];
    return [cartProblems[problem]];
  });
}

function CartDetails({ id }: { id: Row["id"] }) {
  const { data: cart, error } = useApiQuery(cartApi.inspect, { id }, { keepPrevious: false });
  if (!cart) return <ErrorAlert error={error} />;
  const problems = problemsOf(cart);
  return (
    <>
      <Text size="sm">{[cart.name, cart.email, cart.phone].filter(Boolean).join(" · ") || "Unknown shopper"}</Text>
      {cart.order && (
        <Text size="sm">
          Ordered as <EntityLink id={cart.order.id}>{cart.order.number}</EntityLink>
        </Text>
      )}
      {cart.lines.map((line) => (
        <Text key={line.variantId} size="sm" mt="xs">
          {line.quantity} × {line.title || line.variantId}, {moneyText(line.total)}
          {line.problem && !cart.order && ` (${lineProblems[line.problem]})`}
        </Text>
      ))}
      <Text size="sm" mt="md" fw={550}>
        Total {moneyText(cart.totals.total)}
      </Text>
      {problems.length > 0 && (
        <Alert color="orange" title="This cart cannot be checked out as it is" mt="md">
          {problems.map((problem) => (
            <Text key={problem} size="sm">
              {problem}
            </Text>
          ))}
        </Alert>
      )}
    </>
  );
}
