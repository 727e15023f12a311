import { NavTabs } from "../ui/layout/nav-tabs.tsx";

export function WebhookTabs({ active }: { active: "endpoints" | "deliveries" }) {
  return (
    <NavTabs
      label="Webhooks"
      tabs={[
        { label: "Endpoints", to: "/settings/webhooks", active: active === "endpoints" },
        { label: "Deliveries", to: "/settings/webhooks/deliveries", active: active === "deliveries" },
      ]}
    />
  );
}
