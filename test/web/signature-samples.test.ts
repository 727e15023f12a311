import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languages, samples } from "../../web/webhooks/signature-samples.ts";

describe("the sample code for webhooks", () => {
  // With two versions someone would copy the wrong one.
  it.each(languages)("is the README's own, in %s", async (language) => {
    const readme = await readFile(join(import.meta.dirname, "..", "..", "README.md"), "utf8");
    expect(readme).toContain(samples[language]);
  });
});
