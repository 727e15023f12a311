/** Customers that match the email address or phone number being typed, with their last order. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import * as customerApi from "#core/contract/customer";
import type { Answer } from "#core/contract/kit/operation";
import * as orderApi from "#core/contract/order";
import { apiQuery, useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { countText, DateTime } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { EntityLink } from "../ui/links/entity-link.tsx";
import { toastError } from "../ui/toast.tsx";
import { GoodsBadges } from "./badges.tsx";
import { contactOf } from "./contact-of.ts";

type Match = Answer<typeof customerApi.list>["items"][number];

const matchesMax = 3;
const ordersMax = 3;
/** Fewer digits or letters would match too many customers. */
const digitsMin = 6;
const lettersMin = 4;

interface Props {
  readonly email: string;
  readonly phone: string;
  readonly onPick: (contact: ReturnType<typeof contactOf>) => void;
}

export function KnownCustomer({ email, phone, onPick }: Props) {
  const { can } = useSession();
  const client = useQueryClient();
  const [q] = useDebouncedValue(searchedFor(email, phone), 200);
  const { data } = useApiQuery(
    customerApi.list,
    { q: q ?? "", limit: matchesMax },
    { enabled: q !== null && can(customerApi.list) },
  );
  const matches = q === null ? [] : (data?.items ?? []).filter(({ erasedAt }) => erasedAt === null);
  const pick = async ({ id }: Match) => {
    try {
      onPick(contactOf(await client.fetchQuery(apiQuery(customerApi.read, { id }))));
    } catch (error) {
      if (error instanceof Error) toastError(error);
    }
  };
  return (
    <Stack gap="xs" aria-live="polite" role="region" aria-label="Existing customers">
      {matches.map((match) => (
        <Stack key={match.id} gap={4} p="xs" bg="var(--mantine-color-default-hover)" style={{ borderRadius: 6 }}>
          <Group justify="space-between" wrap="nowrap" gap="sm" align="start">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              <strong>{match.name}</strong>, {match.email}
              <Text span inherit c="dimmed">
                {" "}
                · {countText(match.orders, "order")}, {moneyText(match.spent)}
              </Text>
            </Text>
            <Button size="compact-xs" variant="default" style={{ flexShrink: 0 }} onClick={() => void pick(match)}>
              Fill in {match.name.split(" ")[0]}
            </Button>
          </Group>
          {matches.length === 1 && match.orders > 0 && <LastOrders id={match.id} />}
        </Stack>
      ))}
    </Stack>
  );
}

/** A phone number is also found by its last digits, in any notation. */
function searchedFor(email: string, phone: string): string | null {
  const digits = phone.replaceAll(/\D/g, "");
  if (digits.length >= digitsMin) return digits;
  const address = email.trim();
  return address.length >= lettersMin ? address : null;
}

function LastOrders({ id }: { id: Match["id"] }) {
  const { can } = useSession();
  const { data } = useApiQuery(orderApi.list, { customerId: id, limit: ordersMax }, { enabled: can(orderApi.list) });
  return (
    <>
      {data?.items.map((order) => (
        <Group key={order.id} gap="xs" fz="xs" wrap="nowrap">
          <EntityLink id={order.id}>{order.number}</EntityLink>
          <DateTime value={order.createdAt} dimmed />
          <GoodsBadges goods={order} />
          <Text span inherit ml="auto">
            {order.total && moneyText(order.total)}
          </Text>
        </Group>
      ))}
    </>
  );
}
