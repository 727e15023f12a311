/** What staff read is the English of a shop: words that sounded translated stay away once they are replaced. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) =>
    /^(web\/.*\.tsx?|core\/doctor\/.*-checks\.ts|core\/contract\/(kit\/refusals|values\/message-variables)\.ts|core\/message\/defaults\/.*)$/.test(
      file,
    ),
  );

/**
 * A file without its comments: those speak to whoever reads the code. Line breaks within a sentence of JSX become
 * spaces.
 */
const shown = (file: string) =>
  readFileSync(join(root, file), "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*\/\/.*$/gm, "")
    .replaceAll(/\s+/g, " ");

/** The words, and what to write instead. */
const replaced: Readonly<Record<string, RegExp>> = {
  "Awaiting payment": /[Ww]aits? for (its )?payment/,
  "cash on delivery": /\bat the door\b/,
  "Method not recorded": /Nobody said how|Method not given/,
  "By location": /Where it lies/,
  Summary: /What it comes to/,
  "Prices include tax": /hold their tax/,
  fixed: /["'`> ][Mm]ended\b(?!\))/,
  "Run again": /Examine again/,
  Returned: /"(It )?[Cc]ame back/,
  Released: /"Freed"/,
  Swap: /[Tt]urn round/,
  "cannot be undone": /taken back\b(?! for now)/,
  "Undo shipment": /[Tt]ake it back|take the parcel back/,
  "Check this value": /Not right|does not look right/,
  "Payment method": /[Ww]ay of paying/,
  manually: /["'`> ](in|by|By) hand\b/,
  "decided, handled or settled": /what became of|what becomes of|is not known what came of/,
  "try again": /That did not work|It did not work/,
  "retried automatically": /\bby itself\. The last/,
  disagree: /say something else than/,
  "needs attention": /wait for a person/,
  "All checks passed": /title="Well"/,
  "in this period": /on these days/,
  "start over": /begin(s)? anew|\banew\b/,
  permanently: /[Ff]or ever"|[Ff]or good"/,
  Updated: /Last change"/,
  Settled: /\["Even"|: "Even"/,
  "Create, Add or Created": /["'`>](Make|Made)\b(?! (another|someone))/,
  Edit: /["'`>]Correct(ed)?\b/,
  "Health check": /["'`>](Doctor|[Tt]he doctor)\b/,
  "belongs in": /belongs? into/,
  "a parcel from your order": /parcel of your order/,
  "has shipped": /number \}\}(<\/strong>)? has left/,
  "We will refund": /going back to you|on its way back to you/,
  "reply to this message": /answer this message/,
  "has been changed, has been cancelled": /number \}\}(<\/strong>)? was/,
  "We have received": /[Ww]e have your/,
  "Delivery address": /Goes to</,
};

it.each(Object.entries(replaced))("is shown as “%s”", (_, old) => {
  const found = files.flatMap((file) => {
    const [match] = old.exec(shown(file)) ?? [];
    return match === undefined ? [] : [`${file}: ${match}`];
  });
  expect(found).toEqual([]);
});

// "Add category", as buttons are written elsewhere: an article in a command reads like a sentence.
it("has no article in the label of a button", () => {
  const articles = /["'>](Add|Create|Cancel|Ship|Book|Print|Revoke|Withdraw|Undo|Record|Place|Save) the [a-z]+["'<]/;
  const found = files
    .filter((file) => file.startsWith("web/"))
    .flatMap((file) => (articles.exec(shown(file)) ? [`${file}: ${articles.exec(shown(file))?.[0]}`] : []));
  expect(found).toEqual([]);
});
