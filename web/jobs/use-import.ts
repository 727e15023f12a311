import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as importApi from "#core/contract/import";
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
      // Every list takes files, and hardly anybody sends one: how that is done is loaded when somebody does.
      const { beginImport } = await import("./begin-import.ts");
      const id = await beginImport(kind, file, options, setShare);
      // The header says from now on how far it is.
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
