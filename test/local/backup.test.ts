/** A full round trip: the backup of a running store, restored on another machine, where everything works. */
import { execFile, spawnSync } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { copyFiles } from "../../scripts/backup/copy-files.ts";
import { whileMade } from "../../scripts/backup/unfinished.ts";
import { aDataFolder, aRuntime, processesIn, signedIn } from "../support/harness/runtime.ts";

const root = join(import.meta.dirname, "..", "..");
// pg_dump comes from a Python package if this machine has none that is recent enough.
const hasPython = spawnSync("python3", ["-c", "import venv"]).status === 0;

const run = (script: string, args: readonly string[], DATA_DIR: string, settings = {}) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], DATA_DIR, ...settings };
    const child = execFile(
      process.execPath,
      [join(root, "scripts", script), ...args],
      { env, cwd: root },
      (_, out, err) => resolve({ code: child.exitCode, said: out + err }),
    );
  });

describe("npm run backup and npm run restore", { timeout: 300_000 }, () => {
  // The backup would lack every picture, and nobody would notice before the restore.
  it("refuse a database without the folder of its files", async () => {
    const backup = join(await aDataFolder(), "tuesday");
    await mkdir(backup);
    await writeFile(join(backup, "store.dump"), "");
    const onDatabase = { DATABASE_URL: "postgres://store@127.0.0.1:1/store" };
    for (const script of ["backup.ts", "restore.ts"]) {
      const folder = script === "backup.ts" ? `${backup}-again` : backup;
      const refused = await run(script, [folder], "", onDatabase);
      expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("DATA_DIR is not set") });
      const inS3 = { ...onDatabase, AWS_ENDPOINT_URL_S3: "https://s3.eu-central-1.amazonaws.com" };
      expect((await run(script, [folder], "", inS3)).said).not.toContain("DATA_DIR");
    }
  });

  it.skipIf(!hasPython)("restore a store on another machine, with its files and secrets", async () => {
    const [here, there] = [await aDataFolder(), await aDataFolder()];
    const backup = join(await aDataFolder(), "monday");
    const first = await aRuntime(here);
    const ask = await signedIn(first);
    const { id } = await ask("POST", "/api/admin/products", { title: "Kept", variants: [{ sku: "K", priceMinor: 5 }] });
    const endpoint = await ask("POST", "/api/admin/x/webhooks/endpoints", {
      url: "http://localhost:9/",
      events: ["*"],
    });

    expect(await run("backup.ts", [backup], here)).toMatchObject({ code: 0, said: expect.stringContaining(backup) });
    expect((await readdir(backup)).toSorted()).toEqual(["files", "store.dump"]);
    // It contains customers' addresses.
    expect((await stat(backup)).mode & 0o777).toBe(0o700);
    // Later changes are not in it.
    await ask("POST", "/api/admin/products", { title: "Later", variants: [{ sku: "L", priceMinor: 5 }] });
    await first.end();

    // A restore that fails half-way leaves no store without its files, and can be run again.
    await writeFile(join(there, "files"), "");
    expect(await run("restore.ts", [backup], there)).toMatchObject({
      code: 1,
      said: expect.stringContaining("EEXIST"),
    });
    await rm(join(there, "files"));
    expect(await run("restore.ts", [backup], there)).toMatchObject({
      code: 0,
      said: expect.stringContaining("Restored."),
    });
    expect(await processesIn(there)).toEqual([]);
    // Without its key no one could read what is encrypted: that start is refused.
    await expect(aRuntime(there)).rejects.toThrow("secrets-key is not the key");
    await copyFile(join(here, "secrets-key"), join(there, "secrets-key"));
    const second = await aRuntime(there);
    const askThere = await signedIn(second);
    expect(await askThere("GET", "/api/admin/products")).toMatchObject({ items: [{ id, title: "Kept" }] });
    expect(await askThere("GET", `/api/admin/x/webhooks/endpoints/${endpoint["id"]}`)).toMatchObject({ events: ["*"] });
    expect(await run("doctor.ts", [], there)).toMatchObject({ code: 0 });
    await second.end();

    // Neither overwrites an existing store or backup: one wrong folder in a bad hour would be the end of it.
    expect(await run("restore.ts", [backup], there)).toMatchObject({
      code: 1,
      said: expect.stringContaining("already"),
    });
    expect(await run("backup.ts", [backup], here)).toMatchObject({ code: 1, said: expect.stringContaining("already") });
  });

  // Half of the customers stayed in a folder that nobody looks into, each time that the disk was full.
  it("leave nothing of a backup that has failed", async () => {
    const [folder, backups] = [await aDataFolder(), await aDataFolder()];
    const settings = { DATABASE_URL: "postgres://store@127.0.0.1:1/store" };
    const failed = await run("backup.ts", [join(backups, "tuesday")], folder, settings);
    expect(failed).toMatchObject({ code: 1, said: expect.stringContaining("ECONNREFUSED") });
    expect(await readdir(backups)).toEqual([]);
  });

  // Whoever takes the newest folder after a night in which the backup was killed had a store without its pictures.
  it("refuse what is left of a backup that was killed", async () => {
    const backups = await aDataFolder();
    const left = whileMade(join(backups, "wednesday"));
    await mkdir(left);
    await writeFile(join(left, "store.dump"), "");
    const refused = await run("restore.ts", [left], await aDataFolder());
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("was interrupted") });
  });

  // An export's parts are removed once they are one file, and backups are made while people work.
  it("back up the existing files while others appear and disappear", async () => {
    const [from, to] = [await aDataFolder(), await aDataFolder()];
    await writeFile(join(from, "stays"), "here");
    let isBusy = true;
    const others = (async () => {
      for (let nth = 0; isBusy; nth++) {
        await mkdir(join(from, `upload-${nth}`));
        await writeFile(join(from, `upload-${nth}`, "1.data"), "part");
        await rm(join(from, `upload-${nth}`), { recursive: true });
      }
    })();
    try {
      for (let nth = 0; nth < 500; nth++) await copyFiles(from, join(to, String(nth)));
    } finally {
      isBusy = false;
      await others;
    }
    expect(await readFile(join(to, "499", "stays"), "utf8")).toBe("here");
  });

  it("say what is missing", async () => {
    const folder = await aDataFolder();
    expect(await run("restore.ts", [], folder)).toEqual({ code: 1, said: "Say which: npm run restore -- FOLDER\n" });
    expect((await run("restore.ts", [folder], folder)).said).toMatch(/^There is no backup in .*store\.dump\.\n$/);
    expect((await run("backup.ts", [join(folder, "x")], folder)).said).toMatch(/^There is no store in .* yet/);
  });
});
