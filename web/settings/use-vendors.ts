import * as vendor from "#core/contract/vendor";
import { useAnswer } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";

/** The vendors, for a choice of one and to call one by name. */
export function useVendors() {
  const { may } = useSession();
  const { data } = useAnswer(vendor.list, { limit: 200 }, { enabled: may(vendor.list) });
  const items = data?.items ?? [];
  return {
    items,
    options: items.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name })),
    nameOf: (id: string | null): string | null =>
      id === null ? null : (items.find((each) => each.id === id)?.name ?? "a vendor"),
  };
}
