import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as importApi from "#core/contract/import";
import { callApi } from "../api/api-client.ts";
import { send } from "../images/send.ts";
import { toastError } from "../ui/toast.tsx";
import type { Import } from "./labels.ts";

interface Wanted {
  readonly options?: Partial<Import["options"]>;
  /** What happens once the dry run has begun, other than opening its page. */
  readonly onBegun?: () => void;
}

/** Uploads a file, tries it in a dry run, and opens the page that says what it would do. */
export function useImport() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [share, setShare] = useState<number | null>(null);
  const begin = async (kind: Import["kind"], file: File, { options, onBegun }: Wanted = {}) => {
    setShare(0);
    try {
      const asked = await callApi(importApi.create, {
        ...{ kind, fileName: file.name, bytes: file.size },
        ...(options && { options }),
      });
      await send(asked.upload, file, setShare);
      await callApi(importApi.start, { id: asked.import.id, dryRun: true });
      // The header says from now on how far it is.
      void client.invalidateQueries({ queryKey: [importApi.list.name] });
      if (onBegun) onBegun();
      else await navigate({ to: "/settings/imports/$id", params: { id: asked.import.id } });
    } catch (error) {
      if (error instanceof Error) toastError(error);
    } finally {
      setShare(null);
    }
  };
  return { begin, share };
}
