import { NavTabs } from "../ui/nav-tabs.tsx";

export function WebhookTabs({ at }: { at: "endpoints" | "deliveries" }) {
  return (
    <NavTabs
      label="Webhooks"
      tabs={[
        { label: "Endpoints", to: "/settings/webhooks", active: at === "endpoints" },
        { label: "Deliveries", to: "/settings/webhooks/deliveries", active: at === "deliveries" },
      ]}
    />
  );
}
