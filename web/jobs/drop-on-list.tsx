import { Overlay, Paper, Progress, Text } from "@mantine/core";
import type { ReactNode } from "react";
import * as importApi from "#core/contract/import";
import { useSession } from "../api/session.tsx";
import { useFileDrop } from "../ui/forms/use-file-drop.ts";
import { type Import, importKindLabels } from "./labels.ts";
import { useImport } from "./use-import.ts";

/** A list on which a CSV file may be dropped anywhere: its dry run begins, and its page opens. */
export function DropOnList({ kind, children }: { kind: Import["kind"]; children: ReactNode }) {
  const { hasRight } = useSession();
  const { begin, share } = useImport();
  const { isOver, listeners } = useFileDrop(([file]) => {
    if (file && share === null) void begin(kind, file);
  });
  if (!hasRight(importApi.rightToImport[kind])) return children;
  return (
    <div style={{ position: "relative" }} {...listeners}>
      {children}
      {(isOver || share !== null) && (
        <Overlay center backgroundOpacity={0.35} radius="md" zIndex={150} style={{ pointerEvents: "none" }}>
          <Paper p="lg" shadow="md" maw={420}>
            <Text fw={600}>Import {importKindLabels[kind].toLowerCase()}</Text>
            <Text size="sm">Drop the CSV file here. Nothing is changed yet: first you see what it would do.</Text>
            {share !== null && <Progress value={share * 100} mt="xs" aria-label="Upload" />}
          </Paper>
        </Overlay>
      )}
    </div>
  );
}
