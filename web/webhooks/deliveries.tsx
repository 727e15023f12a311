/** Everything that was sent to anybody, and what came of it. */
import { Page } from "../ui/page.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { WebhookTabs } from "./webhook-tabs.tsx";

export default function Deliveries() {
  return (
    <Page title="Webhooks">
      <WebhookTabs at="deliveries" />
      <DeliveryList />
    </Page>
  );
}
