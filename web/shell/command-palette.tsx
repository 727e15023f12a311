/** Ctrl-K: finds screens, orders, customers, products, items and actions. Its code is loaded when it is first opened. */
import { Loader } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight, type SpotlightActionData, useSpotlight } from "@mantine/spotlight";
import "@mantine/spotlight/styles.css";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useState } from "react";
import * as customerApi from "#core/contract/customer";
import * as orderApi from "#core/contract/order";
import * as productApi from "#core/contract/product";
import * as stockApi from "#core/contract/stock";
import * as variantApi from "#core/contract/variant";
import { errorMessage } from "../api/error-messages.ts";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { goodsBadge, owedAfterPayment } from "../orders/labels.ts";
import type { OrderRow } from "../orders/types.ts";
import { countText } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { BarcodeIcon, SearchIcon, ShoppingCartIcon, UsersIcon, WarehouseIcon } from "../ui/icons.ts";
import { bufferTyping, takeBufferedTyping, useActiveShortcuts } from "../ui/shortcuts.ts";
import type { NavItem } from "./navigation.ts";
import { navigationIcon } from "./navigation-icons.ts";
import { isTaskByWords, tasksFor } from "./tasks.ts";

export interface CommandPaletteProps {
  /** How often it has been opened. It keeps its own open state, because it may be opened while it is closing. */
  readonly openings: number;
  readonly navItems: readonly NavItem[];
  readonly toggleColorScheme: () => void;
}

/** A line of the list, and its action. */
type Hit = SpotlightActionData & { readonly onClick: () => void };
interface Hits {
  readonly group: string;
  readonly actions: Hit[];
}

const [store, spotlight] = createSpotlight();

const resultsMax = { limit: 5 } as const;

export default function CommandPalette({ openings, navItems, toggleColorScheme }: CommandPaletteProps) {
  const navigate = useNavigate();
  const { can, hasRight } = useSession();
  const { opened } = useSpotlight(store);
  const [query, setQuery] = useState("");
  // Longer than between two keys of a scanner, shorter than between two of a person. Outdated requests are cancelled.
  const [q] = useDebouncedValue(query.trim(), 50);
  const shortcuts = useActiveShortcuts();
  useEffect(() => {
    if (openings > 0) spotlight.open();
  }, [openings]);

  const enabled = opened && q.length >= 3;
  const orders = useApiQuery(orderApi.list, { q, ...resultsMax }, { enabled: enabled && can(orderApi.list) });
  const customers = useApiQuery(customerApi.list, { q, ...resultsMax }, { enabled: enabled && can(customerApi.list) });
  const products = useApiQuery(productApi.list, { q, ...resultsMax }, { enabled: enabled && can(productApi.list) });
  const variants = useApiQuery(variantApi.list, { q, ...resultsMax }, { enabled: enabled && can(variantApi.list) });

  // Many items may match the text in their title or SKU, so the item with exactly this code might not be on that page.
  const scanned = useApiQuery(
    variantApi.list,
    { code: q, ...resultsMax },
    { enabled: enabled && can(variantApi.list) },
  );

  const searches = [orders, customers, products, variants, scanned];
  const failed = searches.find(({ error }) => error !== null);

  const typed = query.trim();
  const words = typed.toLowerCase();
  const isTyped = (name: string | null) => name?.toLowerCase() === words;
  const matches = (label: string) => label.toLowerCase().includes(words);
  const goTo = (to: string) => () => void navigate({ to });
  const rowsOf = <Row,>(search: Search<Row>) => (enabled && !isOfTextBefore(search) ? (search.data?.items ?? []) : []);
  const orderActions: Hit[] = rowsOf(orders).map((order) => ({
    id: order.id,
    label: order.number,
    description: orderText(order),
    leftSection: <ShoppingCartIcon size={16} />,
    onClick: goTo(`/orders/${order.id}`),
  }));
  const found = [...rowsOf(scanned), ...rowsOf(variants)];
  const each = [...new Map(found.map((item) => [item.id, item])).values()];
  const items = exactFirst(each, ({ sku, barcode }) => isTyped(sku) || isTyped(barcode));
  const screens = exactFirst(
    navItems.filter(({ label, group, section }) => matches(`${group ?? ""} ${section ?? ""} ${label}`)),
    ({ label }) => isTyped(label),
  );
  const allOrders: Hit = {
    id: "all orders",
    label: `All orders with “${q}”`,
    leftSection: <SearchIcon size={16} />,
    onClick: () => void navigate({ to: "/orders", search: { q } }),
  };
  const all: (Hits & { readonly isExact?: boolean })[] = [
    {
      group: "Orders",
      actions: enabled && orders.data?.nextCursor ? [...orderActions, allOrders] : orderActions,
    },
    {
      group: "Customers",
      actions: rowsOf(customers).map(({ id, name, email, phone, orders: placed }) => ({
        id,
        label: name,
        description: [email ?? phone, countText(placed, "order")].filter(Boolean).join(" · "),
        leftSection: <UsersIcon size={16} />,
        onClick: goTo(`/customers/${id}`),
      })),
    },
    {
      group: "Products",
      actions: rowsOf(products).map(({ id, title, slug }) => ({
        id,
        label: title,
        description: slug,
        leftSection: <SearchIcon size={16} />,
        onClick: goTo(`/products/${id}`),
      })),
    },
    {
      group: "Items",
      isExact: items.isExact,
      actions: items.rows.flatMap(({ id, sku, title, productId }) => [
        {
          id,
          label: sku,
          description: title,
          leftSection: <BarcodeIcon size={16} />,
          onClick: goTo(`/products/${productId}`),
        },
        ...(can(stockApi.read)
          ? [
              {
                id: `stock ${id}`,
                label: `${sku}: stock`,
                description: title,
                leftSection: <WarehouseIcon size={16} />,
                onClick: goTo(`/stock/levels/${id}`),
              },
            ]
          : []),
      ]),
    },
    {
      group: "Tasks",
      isExact: isTaskByWords(typed),
      actions: tasksFor(typed)
        .filter(({ op, oneOf }) => (op === null || can(op)) && (oneOf?.some(hasRight) ?? true))
        .map(({ label, to, search = {} }) => ({
          id: `task ${label}`,
          label,
          onClick: () => void navigate({ to, search }),
        })),
    },
    {
      group: "Go to",
      isExact: screens.isExact,
      actions: screens.rows.map((item): Hit => {
        const { to, label, group, section } = item;
        const Icon = navigationIcon(item);
        return {
          id: to,
          label,
          ...(group && group !== label && { description: section ? `${group} › ${section}` : group }),
          leftSection: Icon && <Icon size={16} />,
          onClick: goTo(to),
        };
      }),
    },
    {
      group: "Actions",
      actions: [
        ...shortcuts
          .filter(({ group }) => group !== "Everywhere" && !group.startsWith("List of") && group !== "Filters")
          .map(({ keys, label, run }) => ({ id: `shortcut ${keys}`, label, onClick: run })),
        { id: "color scheme", label: "Switch between light and dark", onClick: toggleColorScheme },
      ].filter(({ label }) => matches(label)),
    },
  ];
  // Exact matches come first: an item's code also finds its orders, and Enter opens the first hit.
  const sorted = all
    .filter(({ actions }) => actions.length > 0)
    .toSorted((one, other) => Number(other.isExact ?? false) - Number(one.isExact ?? false));
  const groups: Hits[] = sorted.map(({ group, actions }) => ({ group, actions }));

  // A scanner types and presses Enter at once: opens the first hit as soon as it is known, unless one was chosen by
  // arrows.
  const [isChosen, setIsChosen] = useState(false);
  const [isEntered, setIsEntered] = useState(false);
  const first = groups[0]?.actions[0];
  // Before an exact match comes only the item with this code. What failed is repeated, which may take seconds.
  const awaited = sorted[0]?.isExact ? [scanned] : searches;
  const isAwaited = ({ isFetching, failureCount }: Search<unknown>) =>
    isFetching && (first === undefined || failureCount === 0);
  const isKnown = typed.length < 3 || (q === typed && !awaited.some(isAwaited));
  useEffect(() => {
    if (!isEntered || !isKnown) return;
    setIsEntered(false);
    if (first === undefined) return;
    spotlight.close();
    first.onClick();
  }, [isEntered, isKnown, first]);
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setIsChosen(true);
      setIsEntered(false);
    }
    if (event.key !== "Enter" || isChosen) return;
    // Mantine would open the first line at once, which may still be one of the text before.
    event.stopPropagation();
    setIsEntered(true);
  };

  return (
    <Spotlight
      store={store}
      actions={groups}
      query={query}
      onQueryChange={(text) => {
        setQuery(text);
        setIsChosen(false);
        setIsEntered(false);
      }}
      // Screens and actions are filtered above, the rest by the store.
      filter={(_, actions) => actions}
      shortcut={null}
      onSpotlightClose={() => {
        setQuery("");
        setIsChosen(false);
        setIsEntered(false);
        bufferTyping(false);
      }}
      nothingFound={
        searches.some(({ isFetching }) => isFetching)
          ? "Searching …"
          : failed?.error
            ? errorMessage(failed.error).title
            : query.trim().length < 3
              ? "Type three letters or more"
              : "No results"
      }
      searchProps={{
        leftSection: <SearchIcon size={18} />,
        rightSection: isEntered && <Loader size={18} role="status" aria-label="Waiting for results" />,
        placeholder: "Order, name, phone, SKU, tracking number, screen …",
        "aria-label": "Search",
        onKeyDownCapture,
        onFocus: () => {
          const before = takeBufferedTyping();
          setQuery((typed) => typed + before.text);
          if (before.isEntered) setIsEntered(true);
        },
      }}
      highlightQuery
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      // Closes without a transition: during one, it would lose the text with which it is opened again.
      transitionProps={{ duration: 80, exitDuration: 0 }}
      scrollable
      maxHeight={420}
    />
  );
}

interface Search<Row> {
  readonly data: { readonly items: readonly Row[] } | undefined;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly failureCount: number;
}

/** The hits of the text before stay until there are others, but not while a failed search is repeated: Enter goes on. */
const isOfTextBefore = ({ isPlaceholderData, failureCount }: Search<unknown>) => isPlaceholderData && failureCount > 0;

function exactFirst<Row>(rows: readonly Row[], isExact: (row: Row) => boolean) {
  return {
    rows: rows.toSorted((one, other) => Number(isExact(other)) - Number(isExact(one))),
    isExact: rows.some(isExact),
  };
}

function orderText(order: OrderRow): string {
  const owed = owedAfterPayment(order);
  const { contact, status, backordered } = order;
  return [contact?.name, contact?.phone, goodsBadge(status, backordered)[0], owed && `owes ${moneyText(owed)}`]
    .filter(Boolean)
    .join(" · ");
}
