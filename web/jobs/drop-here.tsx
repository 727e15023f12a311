/** What lies over a list while a file is held over it, or is on its way. */
import { Overlay, Paper, Progress, Text } from "@mantine/core";
import { type Import, importKindLabels } from "./labels.ts";

export default function DropHere({ kind, share }: { kind: Import["kind"]; share: number | null }) {
  return (
    <Overlay center backgroundOpacity={0.35} radius="md" zIndex={150} style={{ pointerEvents: "none" }}>
      <Paper p="lg" shadow="md" maw={420}>
        <Text fw={600}>Import {importKindLabels[kind].toLowerCase()}</Text>
        <Text size="sm">Drop the CSV file here. Nothing changes yet: first you see what it would change.</Text>
        {share !== null && <Progress value={share * 100} mt="xs" aria-label="Upload" />}
      </Paper>
    </Overlay>
  );
}
