import { Button, FileButton, Progress, Stack, Text } from "@mantine/core";
import { UploadIcon } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useFileDrop } from "../ui/forms/use-file-drop.ts";
import classes from "./file-drop.module.css";

interface Props {
  /** The button's. */
  readonly label: string;
  /** How much of a file has been sent, from 0 to 1; null while none is. */
  readonly share: number | null;
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

/** A file may be dropped anywhere on it, or chosen by its button. */
export function FileDrop({ label, share, onFile, children }: Props) {
  const { isOver, listeners } = useFileDrop(([file]) => {
    if (file && share === null) onFile(file);
  });
  const reset = useRef<() => void>(null);
  return (
    <div className={`${classes["zone"]} ${isOver ? classes["over"] : ""}`} {...listeners}>
      <Stack gap="xs" align="center">
        <FileButton
          accept=".csv,text/csv"
          resetRef={reset}
          onChange={(file) => {
            // Chosen again, the same file is a new wish.
            reset.current?.();
            if (file) onFile(file);
          }}
        >
          {(props) => (
            <Button {...props} loading={share !== null} leftSection={<UploadIcon size={16} />}>
              {label}
            </Button>
          )}
        </FileButton>
        {share !== null && <Progress value={share * 100} w="100%" aria-label="Upload" />}
        <Text size="sm" c="dimmed" ta="center" maw={520}>
          Or drop it here. {children}
        </Text>
      </Stack>
    </div>
  );
}
