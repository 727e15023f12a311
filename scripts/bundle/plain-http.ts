import http from "node:http";
import type { Plugin } from "esbuild";

/** Accessing one of them loads all of Node's `fetch`. */
const costly = ["WebSocket", "CloseEvent", "MessageEvent"];

/**
 * Importing Node's `http` as a module accesses all of its exports, which takes longer than everything else in a
 * handler. This exports the same without those three.
 */
export const plainHttp: Plugin = {
  name: "plain-http",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?http$/ }, ({ kind }) =>
      kind === "require-call" ? null : { path: "http", namespace: "plain-http" },
    );
    onLoad({ filter: /^/, namespace: "plain-http" }, () => ({
      contents: `const http = process.getBuiltinModule("node:http");
        export default http;
        export const { ${Object.keys(http).filter((name) => !costly.includes(name))} } = http;`,
    }));
  },
};
