import { Button, FileButton, Progress, Stack, Text } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { useFileDrop } from "../ui/forms/use-file-drop.ts";
import { UploadIcon } from "../ui/icons.ts";
import classes from "./file-drop.module.css";

interface Props {
  /** The label of the button. */
  readonly label: string;
  /** The share of the file that has been sent, from 0 to 1; null if there is no upload. */
  readonly share: number | null;
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

/** Takes a file dropped anywhere on it, or chosen with its button. */
export function FileDrop({ label, share, onFile, children }: Props) {
  const { isOver, listeners } = useFileDrop(([file]) => {
    if (file && share === null) onFile(file);
  });
  const reset = useRef<() => void>(null);
  return (
    <div className={`${classes["zone"]} ${isOver ? classes["over"] : ""}`} {...listeners}>
      <Stack gap="xs" align="center">
        <FileButton
          accept=".csv,.tsv,.txt,text/csv"
          resetRef={reset}
          onChange={(file) => {
            // Allows the same file to be chosen again.
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
