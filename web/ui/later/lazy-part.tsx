/** A part of a screen that is loaded when it is first shown, such as the form in a drawer. */
import { Component, type ComponentType, lazy, type ReactNode } from "react";
import { ChunkErrorAlert, ChunkLoadError, loadChunk } from "../../shell/chunk-errors.tsx";
import { FocusWhenLoaded } from "../layout/focus-when-loaded.tsx";
import { loadPart } from "./later.ts";

/** If it cannot be loaded, it says so in its place: the screen around it stays, with what was typed there. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  // React never calls the same one again after it has failed.
  const newPart = () => lazy(loadChunk(() => loadPart(load)));
  let Part = newPart();
  return class LazyPart extends Component<Props, { error: unknown; retries: number }> {
    static getDerivedStateFromError = (error: unknown) => ({ error });
    override state = { error: null as unknown, retries: 0 };
    retry = () => {
      Part = newPart();
      this.setState(({ retries }) => ({ error: null, retries: retries + 1 }));
    };
    override render(): ReactNode {
      const { error, retries } = this.state;
      if (error && !(error instanceof ChunkLoadError)) throw error;
      return (
        <>
          {error ? <ChunkErrorAlert onRetry={this.retry} /> : <Part {...this.props} />}
          {/* The button that had the focus is gone. */}
          {retries > 0 && <FocusWhenLoaded key={retries} />}
        </>
      );
    }
  };
}
