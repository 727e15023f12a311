import { type DragEvent, useState } from "react";

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** For a place that takes dropped files: whether some are held over it, and what it listens to. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  // Passing over what lies within counts as coming and going.
  const [depth, setDepth] = useState(0);
  const on = (change: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    change(event);
  };
  const listeners = {
    onDragEnter: on(() => setDepth((now) => now + 1)),
    onDragLeave: on(() => setDepth((now) => Math.max(0, now - 1))),
    onDragOver: on(() => {}),
    onDrop: on(({ dataTransfer }) => {
      setDepth(0);
      onFiles([...dataTransfer.files]);
    }),
  };
  return { isOver: depth > 0, listeners };
}
