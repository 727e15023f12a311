/** The states of providers and of requests to them. */
import { Badge } from "../ui/badge.tsx";
import { callBadges } from "./labels.ts";
import type { Call, Provider } from "./types.ts";

export function CallBadge({ call: { status, needsDecision } }: { call: Call }) {
  if (needsDecision) return <Badge color="red">Needs a decision</Badge>;
  const [label, color] = callBadges[status];
  return <Badge color={color}>{label}</Badge>;
}

/** Test mode: no real money and no real parcels. */
export function TestModeBadge({ mode }: { mode: "live" | "test" | null }) {
  return mode === "test" && <Badge color="orange">Test mode</Badge>;
}

export function ProviderBadges({ provider: { configured, mode, lastFailure, pausedUntil } }: { provider: Provider }) {
  if (!configured) return <Badge color="gray">Not set up</Badge>;
  return (
    <>
      {mode === "live" && <Badge color="green">Live</Badge>}
      <TestModeBadge mode={mode} />
      {lastFailure && <Badge color="red">Failing</Badge>}
      {pausedUntil && <Badge color="yellow">Paused</Badge>}
    </>
  );
}
