/** Settings › Payment gateways: how each is set up, and how it fares. */
import { ProviderList } from "../providers/provider-list.tsx";
import { Page } from "../ui/layout/page.tsx";

export default function Gateways() {
  return (
    <Page title="Payment gateways">
      <ProviderList kind="gateway" />
    </Page>
  );
}
