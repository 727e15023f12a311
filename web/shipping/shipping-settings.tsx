/** Settings › Carriers and boxes: the boxes, and the carriers with their set-up and state. */
import { Stack, Title } from "@mantine/core";
import * as boxApi from "#core/contract/box";
import { useSession } from "../api/session.tsx";
import { ProviderList } from "../providers/provider-list.tsx";
import { Page } from "../ui/layout/page.tsx";
import { Boxes } from "./boxes.tsx";

export default function ShippingSettings() {
  const { can } = useSession();
  return (
    <Page title="Carriers and boxes">
      <Stack gap="lg">
        {can(boxApi.list) && <Boxes />}
        <Title order={2} size="h4">
          Carriers
        </Title>
        <ProviderList kind="carrier" />
      </Stack>
    </Page>
  );
}
