import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as importApi from "#core/contract/import";
import { toastError } from "../ui/toast.tsx";
import type { Import } from "./labels.ts";

interface Wanted {
  readonly options?: Partial<Import["options"]>;
  /** Called once the dry run has started, instead of opening its page. */
  readonly onBegun?: () => void;
}

/** Uploads a file, starts its dry run, and opens its page. */
export function useImport() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [share, setShare] = useState<number | null>(null);
  const begin = async (kind: Import["kind"], file: File, { options, onBegun }: Wanted = {}) => {
    setShare(0);
    try {
      // Every list takes files, but few are sent: the code is loaded on first use.
      const { beginImport } = await import("./begin-import.ts");
      const id = await beginImport(kind, file, options, setShare);
      // The header now shows its progress.
      void client.invalidateQueries({ queryKey: [importApi.list.name] });
      if (onBegun) onBegun();
      else await navigate({ to: "/settings/imports/$id", params: { id } });
    } catch (error) {
      if (error instanceof Error) toastError(error);
    } finally {
      setShare(null);
    }
  };
  return { begin, share };
}
