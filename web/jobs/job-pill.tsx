/** In the header: the progress of the running import or export. Renders nothing if there is none. */
import { Loader, Text } from "@mantine/core";
import * as exportApi from "#core/contract/export";
import * as importApi from "#core/contract/import";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { useRefetchWhile } from "../api/use-refetch-while.ts";
import { ButtonLink } from "../ui/links/links.tsx";
import { isUnderWay } from "./labels.ts";

const polled = [importApi.list, exportApi.list];
const few = { limit: 5 } as const;

export default function JobPill() {
  const { can, hasRight } = useSession();
  const mayImport = importApi.importKinds.some((kind) => hasRight(importApi.rightToImport[kind]));
  const imports = useApiQuery(importApi.list, few, { poll: true, enabled: mayImport });
  const exports = useApiQuery(exportApi.list, few, { poll: true, enabled: can(exportApi.list) });
  const underWay = [...(imports.data?.items ?? []), ...(exports.data?.items ?? [])].filter(isUnderWay);
  useRefetchWhile(underWay.map(({ id, rows }) => `${id} ${rows}`).join(), polled);
  const [first] = underWay;
  if (!first) return null;
  const share = "bytesDone" in first && first.bytes ? `${Math.floor((first.bytesDone / first.bytes) * 100)}%` : null;
  return (
    <ButtonLink to="/settings/imports" size="compact-sm" variant="light" leftSection={<Loader size={12} />}>
      <Text span inherit visibleFrom="sm">
        {underWay.length > 1 ? `${underWay.length} jobs` : first.fileName}&nbsp;
      </Text>
      {share ?? first.rows.toLocaleString()}
    </ButtonLink>
  );
}
