/** Settings › Payments: the gateways, how each is set up, and how it fares. */
import { ProviderList } from "../providers/provider-list.tsx";
import { Page } from "../ui/layout/page.tsx";

export default function Gateways() {
  return (
    <Page title="Payments">
      <ProviderList kind="gateway" />
    </Page>
  );
}
