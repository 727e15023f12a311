/** What became of a shelf, and which orders felt it. */
import { Alert, List, Text } from "@mantine/core";
import { countText } from "../ui/format/format.tsx";
import { TextLink } from "../ui/links.tsx";
import type { Changed, VariantId } from "./labels.ts";

export interface Done {
  /** Tells it apart from the others of a round. */
  readonly id: string;
  readonly kind: "receive" | "count" | "adjust";
  readonly variantId: VariantId;
  readonly sku: string;
  readonly locationName: string;
  readonly changed: Changed;
}

type Units = Changed["served"][number];

export function Outcome({ of }: { of: Done }) {
  const { sku, variantId, locationName, changed } = of;
  const { balance, displaced, served } = changed;
  const helped = served.filter(({ lineId }) => !displaced.some((one) => one.lineId === lineId));
  return (
    <Alert
      color={displaced.length > 0 ? "orange" : "teal"}
      title={`${sku}: ${balance.onHand} on hand at ${locationName}`}
    >
      <Text size="sm">
        {countText(balance.available, "unit")} of them available.{" "}
        <TextLink
          to="/stock/levels/$id"
          params={{ id: variantId }}
          search={{ locationId: balance.locationId }}
          inherit
          c="inherit"
          td="underline"
        >
          Movements
        </TextLink>
      </Text>
      {displaced.length > 0 && (
        <>
          <Text size="sm" mt="xs" fw={600}>
            {countText(displaced.length, "order")} lost units that were promised:
          </Text>
          <Orders of={displaced} says={(one) => lost(one, served)} />
        </>
      )}
      {helped.length > 0 && (
        <>
          <Text size="sm" mt="xs" fw={600}>
            {countText(helped.length, "order")} that waited {helped.length === 1 ? "has" : "have"} units now:
          </Text>
          <Orders of={helped} says={({ quantity }) => countText(quantity, "unit")} />
        </>
      )}
    </Alert>
  );
}

/** Somebody who lost units here may have been given others at once. */
function lost({ lineId, quantity }: Units, served: readonly Units[]): string {
  const back = served.find((one) => one.lineId === lineId)?.quantity ?? 0;
  if (back >= quantity) return `${countText(quantity, "unit")}, given back from what else there is`;
  return `${countText(quantity, "unit")}, waits for ${quantity - back} now`;
}

function Orders({ of, says }: { of: readonly Units[]; says: (one: Units) => string }) {
  return (
    <List size="sm" spacing={2}>
      {of.map((one) => (
        <List.Item key={one.lineId}>
          <TextLink to="/orders/$id" params={{ id: one.orderId }} inherit c="inherit" td="underline">
            {one.orderNumber}
          </TextLink>{" "}
          {says(one)}
        </List.Item>
      ))}
    </List>
  );
}
