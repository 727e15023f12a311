/** A price with its explanation, for users who may read price lists. The explanation is loaded when it is opened. */
import { VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { useSession } from "../api/session.tsx";
import { lazyPart } from "../ui/later/lazy-part.tsx";
import { drawerSearch, type UrlParam, useRecordDrawer } from "../ui/url-state.ts";
import type { ExplainedPrice } from "./explain-price.tsx";

const ExplainPrice = lazyPart(() => import("./explain-price.tsx"));
const drawerName = "price";

/** `id` is that of the variant or the line. */
export function WhyPrice({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const { hasRight } = useSession();
  if (!hasRight("pricing.read")) return children;
  return (
    <Link
      to="."
      search={drawerSearch(drawerName, id)}
      resetScroll={false}
      title="Why this price?"
      style={{ color: "inherit", textDecorationStyle: "dotted", textUnderlineOffset: 3 }}
    >
      {children}
      <VisuallyHidden> Why this price: {title}</VisuallyHidden>
    </Link>
  );
}

interface Props<Id extends string> {
  readonly parseId: UrlParam<Id>;
  readonly explained: (id: Id) => ExplainedPrice | undefined;
}

/** The drawer that these links open: once per page. */
export function PriceExplained<Id extends string>({ parseId, explained }: Props<Id>) {
  const drawer = useRecordDrawer(drawerName, parseId);
  if (drawer.id === undefined) return null;
  return (
    <Suspense>
      <ExplainPrice about={explained(drawer.id)} opened={drawer.opened} onClose={drawer.close} />
    </Suspense>
  );
}
