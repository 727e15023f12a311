/** The buttons of an order to request a payment and to refund one. */
import { Button } from "@mantine/core";
import * as orderApi from "#core/contract/order";
import { useSession } from "../api/session.tsx";
import { customerOwes } from "../orders/labels.ts";
import type { Order } from "../orders/types.ts";
import { LinkIcon, Undo2Icon } from "../ui/icons.ts";
import { lazyPart } from "../ui/later/lazy-part.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import { useDrawer } from "../ui/url-state.ts";

const AskForPayment = lazyPart(() => import("./ask-for-payment.tsx"));
const RefundForm = lazyPart(() => import("./refund-form.tsx"));

export function MoneyActions({ order }: { order: Order }) {
  const { can } = useSession();
  const askDrawer = useDrawer("ask-for-payment");
  const refundDrawer = useDrawer("refund");
  const { status, refundable } = order;
  const canAsk = can(orderApi.requestPayment) && status !== "cancelled" && customerOwes(order);
  const canRefund = can(orderApi.refund) && refundable !== null && refundable.amountMinor > 0;
  useShortcuts("Order", canRefund ? [{ keys: "f", label: "Refund", run: refundDrawer.open }] : []);
  return (
    <>
      {canAsk && (
        <Button size="compact-sm" variant="default" leftSection={<LinkIcon size={14} />} onClick={askDrawer.open}>
          Request payment
        </Button>
      )}
      {canRefund && (
        <Button size="compact-sm" variant="default" leftSection={<Undo2Icon size={14} />} onClick={refundDrawer.open}>
          Refund
        </Button>
      )}
      {canAsk && (
        <Drawer title="Request payment" opened={askDrawer.opened} onClose={askDrawer.close} size="md">
          <AskForPayment order={order} onClose={askDrawer.close} />
        </Drawer>
      )}
      {canRefund && (
        <Drawer title="Refund" opened={refundDrawer.opened} onClose={refundDrawer.close} size="md">
          <RefundForm order={order} onClose={refundDrawer.close} />
        </Drawer>
      )}
    </>
  );
}
