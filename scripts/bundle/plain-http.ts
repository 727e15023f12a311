import http from "node:http";
import type { Plugin } from "esbuild";

/** Each loads the whole of Node's `fetch` when it is looked at. */
const costly = ["WebSocket", "CloseEvent", "MessageEvent"];

/**
 * An `import` of Node's own `http` looks at all that it exports, whatever is asked of it, and that takes longer than all
 * the rest of a handler. This one gives the same without those three.
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
