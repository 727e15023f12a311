import { Button, FileButton, Progress, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import classes from "./file-drop.module.css";

interface Props {
  /** The button's. */
  readonly label: string;
  /** How much of a file has been sent, from 0 to 1; null while none is. */
  readonly share: number | null;
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** A file may be dropped anywhere on it, or chosen by its button. */
export function FileDrop({ label, share, onFile, children }: Props) {
  const [depth, setDepth] = useState(0);
  const reset = useRef<() => void>(null);
  const on = (change: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    change(event);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same
    <div
      className={`${classes["zone"]} ${depth > 0 ? classes["over"] : ""}`}
      onDragEnter={on(() => setDepth((now) => now + 1))}
      onDragLeave={on(() => setDepth((now) => Math.max(0, now - 1)))}
      onDragOver={on(() => {})}
      onDrop={on(({ dataTransfer: { files } }) => {
        setDepth(0);
        if (files[0] && share === null) onFile(files[0]);
      })}
    >
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
            <Button {...props} loading={share !== null} leftSection={<IconUpload size={16} />}>
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
