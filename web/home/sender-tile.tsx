import * as providerApi from "#core/contract/provider";
import { useApiQuery } from "../api/hooks.ts";
import { Tile } from "./tile.tsx";

/** Shown only while a message sender fails, when customers are not notified. */
export function SenderTile() {
  const query = useApiQuery(providerApi.list, { kind: "sender" });
  const failing = query.data?.items.filter(({ configured, lastFailure }) => configured && lastFailure) ?? [];
  if (failing.length === 0) return null;
  const hint = failing.map(({ label }) => label).join(", ");
  return (
    <Tile title="Senders failing" value={String(failing.length)} dimmed={false} hint={hint} to="/settings/messages" />
  );
}
