import { Button, FileButton, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { imageTypes } from "#core/contract/image-types";
import classes from "./images.module.css";

interface Props {
  /** The button's. */
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children?: ReactNode;
}

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Pictures may be dropped anywhere on it, or chosen by its button. */
export function DropZone({ label, onFiles, children }: Props) {
  // Passing over what lies within counts as coming and going.
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
      onDrop={on(({ dataTransfer }) => {
        setDepth(0);
        onFiles([...dataTransfer.files]);
      })}
    >
      {children}
      <div className={classes["invitation"]}>
        <FileButton
          multiple
          accept={imageTypes.join(",")}
          resetRef={reset}
          onChange={(files) => {
            // Chosen again, the same file is a new wish.
            reset.current?.();
            if (files.length > 0) onFiles(files);
          }}
        >
          {(props) => (
            <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={14} />}>
              {label}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed" mt={6}>
          or drop them here: PNG, JPEG, WebP, GIF or AVIF, up to 10 MB each
        </Text>
      </div>
    </div>
  );
}
