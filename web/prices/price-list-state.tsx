/** Whether a price list is in effect now. */
import { Badge } from "../ui/badge.tsx";
import type { PriceList } from "./price-list-form.tsx";

type Shown = Pick<PriceList, "archivedAt" | "active" | "startsAt" | "endsAt">;

export function PriceListState({ list }: { list: Shown }) {
  const now = Date.now();
  if (list.archivedAt) return <Badge color="orange">Archived</Badge>;
  if (!list.active) return <Badge color="gray">Inactive</Badge>;
  if (list.endsAt && Date.parse(list.endsAt) <= now) return <Badge color="gray">Ended</Badge>;
  if (list.startsAt && Date.parse(list.startsAt) > now) return <Badge color="blue">Scheduled</Badge>;
  return <Badge color="green">Active</Badge>;
}
