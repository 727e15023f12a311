/** The deliveries to all endpoints. */
import { Page } from "../ui/layout/page.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { WebhookTabs } from "./webhook-tabs.tsx";

export default function Deliveries() {
  return (
    <Page title="Webhooks">
      <WebhookTabs active="deliveries" />
      <DeliveryList />
    </Page>
  );
}
