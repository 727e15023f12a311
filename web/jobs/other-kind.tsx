import { Button, Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import * as importApi from "#core/contract/import";
import { useSession } from "../api/session.tsx";
import { type Import, importKindLabels } from "./labels.ts";
import { sentFiles } from "./sent-files.ts";
import { useImport } from "./use-import.ts";

/**
 * For a file that was sent as the wrong type of data: sends it again as another one. Where the file is not at hand, as
 * after a reload, it has to be chosen again.
 */
export function OtherKind({ job: { id, kind, options } }: { job: Import }) {
  const { hasRight } = useSession();
  const navigate = useNavigate();
  const { begin, share } = useImport();
  const others = importApi.importKinds.filter((one) => one !== kind && hasRight(importApi.rightToImport[one]));
  if (others.length === 0) return null;
  const sendAs = (other: Import["kind"]) => {
    const file = sentFiles.get(id);
    if (!file) return navigate({ to: "/settings/imports", search: { kind: other } });
    return begin(other, file, { options: { overwrite: options?.overwrite === true && other !== "orders" } });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={share !== null}>
          Change the type
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map((other) => (
          <Menu.Item key={other} onClick={() => void sendAs(other)}>
            {importKindLabels[other]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
