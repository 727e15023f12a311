/** A part of a screen that is loaded when it is first shown, such as the form in a drawer. */
import { Component, type ComponentType, lazy, type ReactNode } from "react";
import { ChunkErrorAlert, ChunkLoadError, loadChunk } from "../../shell/chunk-errors.tsx";
import { loadPart } from "./later.ts";

/** If it cannot be loaded, it says so in its place: the screen around it stays, with what was typed there. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Part = lazy(loadChunk(() => loadPart(load)));
  return class LazyPart extends Component<Props, { error: unknown }> {
    static getDerivedStateFromError = (error: unknown) => ({ error });
    override state: { error: unknown } = { error: null };
    override render(): ReactNode {
      const { error } = this.state;
      if (error instanceof ChunkLoadError) return <ChunkErrorAlert />;
      if (error !== null) throw error;
      return <Part {...this.props} />;
    }
  };
}
