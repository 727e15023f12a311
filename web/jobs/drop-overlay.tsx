/** What a list shows while a file is held over it, and while it is uploaded. */
import { Overlay, Paper, Progress, Text } from "@mantine/core";
import { type Import, importKindLabels } from "./labels.ts";

interface Props {
  readonly kind: Import["kind"];
  /** The share of the file that is uploaded; null before the upload. */
  readonly share: number | null;
}

export default function DropOverlay({ kind, share }: Props) {
  return (
    <Overlay center backgroundOpacity={0.35} radius="md" zIndex={150} style={{ pointerEvents: "none" }}>
      <Paper p="lg" shadow="md" maw={420}>
        <Text fw={600}>Import {importKindLabels[kind].toLowerCase()}</Text>
        <Text size="sm">Drop the CSV file here. Nothing is changed yet: first you see what it would do.</Text>
        {share !== null && <Progress value={share * 100} mt="xs" aria-label="Upload" />}
      </Paper>
    </Overlay>
  );
}
