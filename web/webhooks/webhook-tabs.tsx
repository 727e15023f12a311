import { Tabs } from "../ui/nav-tabs.tsx";

export function WebhookTabs({ at }: { at: "endpoints" | "deliveries" }) {
  return (
    <Tabs
      label="Webhooks"
      tabs={[
        { name: "Endpoints", to: "/settings/webhooks", active: at === "endpoints" },
        { name: "Deliveries", to: "/settings/webhooks/deliveries", active: at === "deliveries" },
      ]}
    />
  );
}
