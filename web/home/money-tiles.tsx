/** Payments that need attention: each tile is a link, shown only if there are any. */
import * as orderApi from "#core/contract/order";
import * as paymentApi from "#core/contract/payment";
import * as providerApi from "#core/contract/provider";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { moneyTroubleOptions } from "../orders/labels.ts";
import { CountTile, Tile } from "./tile.tsx";

const troubleHints = {
  refundFailed: "the customer has not been repaid",
  disputed: "a customer’s bank needs a response",
  paymentReversed: "the order has not been shipped in full",
} as const satisfies Record<orderApi.MoneyTrouble, string>;

export function MoneyTiles() {
  const { user, can } = useSession();
  if (user.vendor) return null;
  return (
    <>
      {can(orderApi.list) && (
        <>
          <CountTile
            hideEmpty
            title="To refund"
            hint="cancelled or overpaid orders"
            op={orderApi.list}
            input={{ balance: "storeOwes" }}
            to="/orders"
            search={{ balance: "storeOwes" }}
          />
          {moneyTroubleOptions.map(({ value: moneyTrouble, label }) => (
            <CountTile
              key={moneyTrouble}
              hideEmpty
              title={label}
              hint={troubleHints[moneyTrouble]}
              op={orderApi.list}
              input={{ moneyTrouble }}
              to="/orders"
              search={{ moneyTrouble }}
            />
          ))}
        </>
      )}
      {can(providerApi.listCalls) && (
        <CountTile
          hideEmpty
          title="Outcome unknown"
          hint="check with the provider and decide"
          op={providerApi.listCalls}
          input={{ needsDecision: true }}
          to="/payments/requests"
          search={{ needsDecision: "true" }}
        />
      )}
      {can(paymentApi.listUnmatched) && (
        <CountTile
          hideEmpty
          title="Unmatched payments"
          hint="payments that match no order"
          op={paymentApi.listUnmatched}
          input={{}}
          to="/payments/unmatched"
        />
      )}
      {can(providerApi.list) && <FailingProviders />}
    </>
  );
}

function FailingProviders() {
  const query = useApiQuery(providerApi.list, { kind: "gateway" }, { poll: true });
  const failing = (query.data?.items ?? []).filter(({ configured, lastFailure }) => configured && lastFailure !== null);
  if (failing.length === 0) return null;
  return (
    <Tile
      title="Gateways failing"
      hint={failing.map(({ label }) => label).join(", ")}
      value={String(failing.length)}
      dimmed={false}
      to="/settings/payments"
    />
  );
}
