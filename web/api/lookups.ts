/** Short lists that are fetched whole: for select fields, and for the names behind ids in records. */
import { useQuery } from "@tanstack/react-query";
import * as channelApi from "#core/contract/channel";
import type { Asked, Operation } from "#core/contract/kit/operation";
import * as vendorApi from "#core/contract/vendor";
import type { ApiError } from "./api-client.ts";
import { fetchAllPages, type ItemOf } from "./fetch-all-pages.ts";
import { useSession } from "./session.tsx";

/** All pages of a list, which is not requested for users who may not see it. */
export function useAllPages<Op extends Operation>(op: Op, input: Asked<Op>) {
  const { can } = useSession();
  return useQuery<ItemOf<Op>[], ApiError>({
    queryKey: [op.name, input, "all"],
    queryFn: () => fetchAllPages(op, input),
    staleTime: 30_000,
    enabled: can(op),
  });
}

/** The same where nothing is said of a list that is empty: it is so until it is there, too. */
export const useFullList = <Op extends Operation>(op: Op, input: Asked<Op>): readonly ItemOf<Op>[] =>
  useAllPages(op, input).data ?? none;

const none: never[] = [];

export function useChannels() {
  const all = useFullList(channelApi.list, { archived: true });
  return {
    options: all
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ code, name }) => ({ value: code, label: name })),
    nameOf: (code: string): string => all.find((channel) => channel.code === code)?.name ?? code,
  };
}

export function useVendors() {
  const all = useFullList(vendorApi.list, {});
  return {
    all,
    options: all.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name })),
    nameOf: (id: string): string => all.find((vendor) => vendor.id === id)?.name ?? "a vendor",
  };
}
