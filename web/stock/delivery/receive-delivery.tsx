/** Receives a delivery of several items, scanned one after the other or pasted from the supplier's sheet. */
import { useRef } from "react";
import * as variantApi from "#core/contract/variant";
import { useSession } from "../../api/session.tsx";
import { NoPicker } from "../../ui/forms/no-picker.tsx";
import { NoLocation } from "../../ui/layout/no-location.tsx";
import { Breadcrumb, Page } from "../../ui/layout/page.tsx";
import { useLastLocation } from "../use-last-location.ts";
import { useDelivery } from "./delivery.ts";
import { DraftForm } from "./draft-form.tsx";
import { useSendDelivery } from "./send-delivery.ts";
import { ReceivedAlert, SentAlert } from "./sent-alerts.tsx";

export default function ReceiveDelivery() {
  const { can } = useSession();
  const { location } = useLastLocation();
  const { sent, received } = useDelivery();
  const send = useSendDelivery();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Page title="Receive a delivery">
      <Breadcrumb to="/stock/levels" label="Stock levels" />
      {sent && <SentAlert sent={sent} send={send} onDecided={() => picker.current?.focus()} />}
      {received && <ReceivedAlert received={received} />}
      {!location ? (
        <NoLocation>Goods are received at a location.</NoLocation>
      ) : can(variantApi.list) ? (
        <DraftForm picker={picker} send={send} />
      ) : (
        <NoPicker label="Items" items="items" right="catalog.read" />
      )}
    </Page>
  );
}
