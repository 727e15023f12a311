/** Settings › Payment gateways: their set-up and their state. */
import { ProviderList } from "../providers/provider-list.tsx";
import { Page } from "../ui/layout/page.tsx";

export default function Gateways() {
  return (
    <Page title="Payment gateways">
      <ProviderList kind="gateway" />
    </Page>
  );
}
