/** Ctrl-K: screens, orders, items and actions by a few letters. Loaded when it is first asked for. */

import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData, spotlight } from "@mantine/spotlight";
import "@mantine/spotlight/styles.css";
import { IconBarcode, IconSearch, IconShoppingCart } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import * as orderApi from "#core/contract/order";
import * as productApi from "#core/contract/product";
import * as variantApi from "#core/contract/variant";
import { errorMessage } from "../api/error-messages.ts";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { statusLook } from "../orders/labels.ts";
import { takeHeld, useListedKeys } from "../ui/shortcuts.ts";
import type { Place } from "./navigation.ts";

export interface PaletteProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly places: readonly Place[];
  readonly flip: () => void;
}

const found = { limit: 5 } as const;

export default function Palette({ opened, onClose, places, flip }: PaletteProps) {
  const navigate = useNavigate();
  const { can } = useSession();
  const [query, setQuery] = useState("");
  const [q] = useDebouncedValue(query.trim(), 150);
  const keys = useListedKeys();
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened]);

  const enabled = opened && q.length >= 3;
  const orders = useApiQuery(orderApi.list, { q, ...found }, { enabled: enabled && can(orderApi.list) });
  const products = useApiQuery(productApi.list, { q, ...found }, { enabled: enabled && can(productApi.list) });
  const variants = useApiQuery(variantApi.list, { q, ...found }, { enabled: enabled && can(variantApi.list) });

  const searches = [orders, products, variants];
  const failed = searches.find(({ error }) => error !== null);

  const words = query.toLowerCase().trim();
  const fits = (label: string) => label.toLowerCase().includes(words);
  const go = (to: string) => () => void navigate({ to });
  const foundOrders: SpotlightActionData[] = (enabled ? (orders.data?.items ?? []) : []).map(
    ({ id, number, contact, status }) => ({
      id,
      label: number,
      description: [contact?.name, contact?.phone, statusLook[status][0]].filter(Boolean).join(" · "),
      leftSection: <IconShoppingCart size={16} />,
      onClick: go(`/orders/${id}`),
    }),
  );
  const allOrders: SpotlightActionData = {
    id: "all orders",
    label: `All orders with “${q}”`,
    leftSection: <IconSearch size={16} />,
    onClick: () => void navigate({ to: "/orders", search: { q } }),
  };
  const groups: SpotlightActionGroupData[] = [
    {
      group: "Orders",
      actions: enabled && orders.data?.nextCursor ? [...foundOrders, allOrders] : foundOrders,
    },
    {
      group: "Products",
      actions: (enabled ? (products.data?.items ?? []) : []).map(({ id, title, slug }) => ({
        id,
        label: title,
        description: slug,
        leftSection: <IconSearch size={16} />,
        onClick: go(`/products/${id}`),
      })),
    },
    {
      group: "Items",
      actions: (enabled ? (variants.data?.items ?? []) : []).map(({ id, sku, title, productId }) => ({
        id,
        label: sku,
        description: title,
        leftSection: <IconBarcode size={16} />,
        onClick: go(`/products/${productId}`),
      })),
    },
    {
      group: "Go to",
      actions: places
        .filter(({ label, group }) => fits(`${group ?? ""} ${label}`))
        .map(
          ({ to, label, group, icon: Icon }): SpotlightActionData => ({
            id: to,
            label,
            ...(group && { description: group }),
            leftSection: Icon && <Icon size={16} />,
            onClick: go(to),
          }),
        ),
    },
    {
      group: "Do",
      actions: [
        ...keys
          .filter(({ group }) => group !== "Everywhere" && !group.startsWith("List of") && group !== "Filters")
          .map(({ keys: pressed, does, run }) => ({ id: `do ${pressed}`, label: does, onClick: run })),
        { id: "flip", label: "Switch between light and dark", onClick: flip },
      ].filter(({ label }) => fits(label)),
    },
  ].filter(({ actions }) => actions.length > 0);

  return (
    <Spotlight
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      // What fits has been decided above, and the store has decided about its own.
      filter={(_, actions) => actions}
      shortcut={null}
      onSpotlightClose={() => {
        setQuery("");
        onClose();
      }}
      nothingFound={
        searches.some(({ isFetching }) => isFetching)
          ? "Looking …"
          : failed?.error
            ? errorMessage(failed.error).title
            : query.trim().length < 3
              ? "Type three letters or more"
              : "Nothing by that name"
      }
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: "An order's number, a name, a phone number, a SKU, a screen …",
        "aria-label": "Find anything",
        onFocus: () => setQuery((typed) => typed + takeHeld()),
      }}
      highlightQuery
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      transitionProps={{ duration: 80 }}
      scrollable
      maxHeight={420}
    />
  );
}
