import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { putInPlace } from "#local/put-in-place";

let folder: string;
let served: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "quartermaster-place-"));
  served = join(folder, "served");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A build whose page references one script of its own. */
async function put(nth: number): Promise<void> {
  const built = join(folder, `built-${nth}`);
  const script = `assets/screen-${nth}.js`;
  const files = {
    [script]: `build ${nth}`,
    "index.html": script,
    "icon.svg": `icon ${nth}`,
    ".vite/manifest.json": JSON.stringify({ "screen.tsx": { file: script } }),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(built, name)), { recursive: true });
    await writeFile(join(built, name), text);
  }
  await putInPlace(built, served);
}

const textOf = (name: string) => readFile(join(served, name), "utf8").catch(() => null);

describe("putting the admin's build in its place", () => {
  it("serves the new page with all that it references", async () => {
    await put(1);
    await put(2);
    expect(await textOf("index.html")).toBe("assets/screen-2.js");
    expect(await textOf("assets/screen-2.js")).toBe("build 2");
    expect(await textOf("icon.svg")).toBe("icon 2");
  });

  // A clerk's tab is from before the build: the screen opened next must still exist, instead of an error over the
  // order.
  it("keeps the previous page's files for one more build", async () => {
    await put(1);
    await put(2);
    expect(await textOf("assets/screen-1.js")).toBe("build 1");
    await put(3);
    expect(await textOf("assets/screen-1.js")).toBeNull();
    expect(await textOf("assets/screen-2.js")).toBe("build 2");
  });

  // Loading the page during a build would give a page without its script: a blank screen.
  it("never serves half a build to concurrent requests", async () => {
    await put(0);
    let done = 0;
    const broken: (string | null)[] = [];
    let looked = 0;
    const look = async () => {
      while (done < 60) {
        const before = done;
        const script = await textOf("index.html");
        const isWhole = script !== null && (await textOf(script)) !== null;
        // Only one build is kept: a request for the script two builds after the page is not covered.
        if (!isWhole && done - before < 2) broken.push(script);
        looked++;
      }
    };
    const looking = look();
    for (let nth = 1; nth <= 60; nth++) {
      await put(nth);
      done = nth;
    }
    await looking;
    expect(looked).toBeGreaterThan(10);
    expect(broken).toEqual([]);
  });
});
