/** Files as they really are: from spreadsheets, old programs, and attackers. */
import { describe, expect, it } from "vitest";
import { csvLine } from "#core/contract/values/csv-line";
import { neutralise, restore } from "#core/contract/values/formula";
import { type CsvRow, rowsOf } from "#core/csv/read-rows";
import { formOf, sniffedBytes } from "#core/csv/sniff";
import fc from "../support/harness/properties.ts";

const beginning = { rows: 0, lines: 0, bytes: null };

/** In chunks of awkward sizes, as they may arrive over a network. */
async function* piecesOf(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(file: string | Uint8Array, from: CsvRow["place"] = beginning): Promise<CsvRow[]> {
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  const rows: CsvRow[] = [];
  for await (const row of rowsOf(
    async (at) => piecesOf(bytes.subarray(at)),
    formOf(bytes.subarray(0, sniffedBytes)),
    from,
  )) {
    rows.push(row);
  }
  return rows;
}
const fieldsOf = async (file: string | Uint8Array) => (await read(file)).map(({ fields }) => fields);

const plain = [
  ["a", "b"],
  ["1", "two\nlines, Ä, 🙂"],
  ["x", 'say "yes"'],
];
const text = 'a,b\r\n1,"two\nlines, Ä, 🙂"\r\nx,"say ""yes"""\r\n';
const utf16 = (order: "le" | "be", mark: boolean, of = text) => {
  const bytes = Buffer.from(`${mark ? "\uFEFF" : ""}${of}`, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
};

describe("a file", () => {
  it.each([
    ["in UTF-8", Buffer.from(text)],
    ["with a mark", Buffer.from(`\uFEFF${text}`)],
    ["with ends of lines of Unix", Buffer.from(text.replaceAll("\r\n", "\n"))],
    [
      "with semicolons, as spreadsheets of half of Europe write them",
      Buffer.from('a;b\r\n1;"two\nlines, Ä, 🙂"\r\nx;"say ""yes"""\r\n'),
    ],
    ["with tabs", Buffer.from('a\tb\n1\t"two\nlines, Ä, 🙂"\nx\t"say ""yes"""\n')],
    ["in UTF-16", utf16("le", true)],
    ["in UTF-16, the other way round", utf16("be", true)],
    ["in UTF-16 without a mark", utf16("le", false)],
    ["without an end of its last line", Buffer.from(text.trimEnd())],
    ["with empty lines", Buffer.from(text.replace("x,", "\r\nx,"))],
    ["with the end of a file from DOS", Buffer.from(`${text}\x1a`)],
    ["with that end, filled up with it", Buffer.from(`${text}${"\x1a".repeat(20)}`)],
    ["with that end in a line", Buffer.from(`${text}\x1a\r\n`)],
    ["with that end, and NUL bytes up to a block's", Buffer.from(`${text}\x1a${"\0".repeat(20)}`)],
    ["with that end, and none of its last line", utf16("le", true, `${text.trimEnd()}\x1a`)],
  ])("%s is read", async (_, file) => {
    expect(await fieldsOf(file)).toEqual(plain);
  });

  const hindi = `sku,title\n${"क,चाय की पत्ती और मसाला\n".repeat(3_000)}`;
  it.each([
    ["of UTF-16 without a mark that has few Latin letters", utf16("le", false, hindi), ["sku", "title"]],
    ["of UTF-16 without a mark, the other way round", utf16("be", false, hindi), ["sku", "title"]],
    ["of names with more commas than there are semicolons", '"a, b, c";"d, e, f"\n1;2\n', ["a, b, c", "d, e, f"]],
    ["that begins without quotes", 'a;"b, c, d, e"\n1;2\n', ["a", "b, c, d, e"]],
    [
      "of a name with a line break",
      '"On hand\n(new, counted)";sku;a\n1;2;3\n',
      ["On hand\n(new, counted)", "sku", "a"],
    ],
    ["of a name with an inch sign", 'Size (");sku;b\n1;2;3\n', ['Size (")', "sku", "b"]],
    ["of two names with inch signs", 'Size "\tHigh, "\tsku\n1\t2\t3\n', ['Size "', 'High, "', "sku"]],
    ["of tabs and a comma", "a, b, c\td\te\tf\n1\t2\t3\t4\n", ["a, b, c", "d", "e", "f"]],
    ["of one name", "sku\n1\n", ["sku"]],
    ["without an end", "a;b;c, d", ["a", "b", "c, d"]],
    ["below a separator that is none", "sep=。\na;b\n1;2\n", ["a", "b"]],
    ["below a separator padded by a spreadsheet", "sep=;;;\na;b, c;d\n1;2;3\n", ["a", "b, c", "d"]],
    ["below a separator that was saved as a row", '"sep=,";;\na;b, c, d;e\n1;2;3\n', ["a", "b, c, d", "e"]],
    ["below a separator in a cell, as the lines are", '"sep=,";\n"a,""b;c""";\n"1,2";\n', ["a", "b;c"]],
    ["with two marks, where files were joined", "\uFEFF\uFEFFa;b\n1;2\n", ["a", "b"]],
  ])("with a first row %s is read", async (_, file, header) => {
    expect((await fieldsOf(file))[0]).toEqual(header);
  });

  // A spreadsheet that did not take the comma as a separator: each line is one cell.
  it("that was re-saved with each line as one cell is read as it was", async () => {
    const wrapped = text
      .trimEnd()
      .split(/\r\n|\n/)
      .map((line) => `"${line.replaceAll('"', '""')}";`)
      .join("\r\n");
    expect(await fieldsOf(wrapped)).toEqual(plain);
  });

  // Someone told about row 7 looks for it in a spreadsheet, which shows empty rows too.
  it("numbers its rows as a spreadsheet does, including empty ones, from any row on", async () => {
    const end = fc.constantFrom("\n", "\r\n", "\r");
    const anyLines = fc.array(fc.constantFrom("", "x,y", '"x\r\n\n",y'), { minLength: 1, maxLength: 12 });
    const numbered = async (lines: readonly string[], ends: string) => {
      const file = Buffer.from(["a,b", ...lines, ""].join(ends));
      const all = await read(file);
      const full = ["a,b", ...lines].flatMap((line, nth) => (line === "" ? [] : [nth + 1]));
      expect(all.map(({ number }) => number)).toEqual(full);
      for (const [nth, { place }] of all.entries()) expect(await read(file, place)).toEqual(all.slice(nth + 1));
    };
    await fc.assert(fc.asyncProperty(anyLines, end, numbered));
  });

  it("can be read from any of its rows on, with the same numbers", async () => {
    for (const file of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), utf16("le", true)]) {
      const all = await read(file);
      for (const [nth, { place }] of all.entries()) {
        expect(await read(file, place)).toEqual(all.slice(nth + 1));
      }
    }
  });
});

// PostgreSQL stores none, and no program shows one.
it.each([
  ["UTF-8", (text: string) => Buffer.from(text)],
  ["UTF-16", (text: string) => utf16("le", true, text)],
])("a NUL byte below the column names of a file in %s can be seen", async (_, encoded) => {
  const file = encoded('a,b\n1,"2\0"\n"x\0"y,\0\n3,4\n');
  expect(await fieldsOf(file)).toEqual([
    ["a", "b"],
    ["1", "2␀"],
    ['"x␀"y', "␀"],
    ["3", "4"],
  ]);
  expect((await read(file))[2]!.stray!.text).toBe('"x␀"y,␀');
});

// Whoever colours a whole row of a spreadsheet gets them in each row of the file.
it("empty columns up to a spreadsheet's last one are left out", async () => {
  const empty = ",".repeat(16_382);
  const rows = await fieldsOf(Buffer.from(`a,b${empty}\n1,2${empty}\n`));
  expect(rows.map((fields) => fields.filter((field) => field !== ""))).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
});

describe("a file that is not valid CSV is refused with a sentence", () => {
  it.each([
    ["a spreadsheet named .csv", Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), /zip file or a spreadsheet/],
    ["nothing", Buffer.from(" \n"), /empty/],
    ["NUL bytes at its beginning", Buffer.from("a,\0\0b\n1,2\n".padEnd(400, "x")), /NUL/],
    ["another charset", Buffer.from("a,b\nGr\xfc\xdfe,2\n", "latin1"), /Row 2, .* is not written in UTF-8/],
    [
      "half a letter at its end",
      Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0x31, 0xe2, 0x82]),
      /^Row 2, .* ends in the middle of a letter: the file has been cut off there, or is not written in UTF-8\. Send all/,
    ],
    ["half a letter at its end, in UTF-16", Buffer.from([0xff, 0xfe, 0x61, 0, 0x0a, 0, 0x31]), /Row 2, .* in UTF-16LE/],
    ["a quote that never closes", Buffer.from(`a,b\n1,2\n"${"x".repeat(3_000_000)}`), /Row 3, .*larger than 2 MB/],
    ["a quote that closes 7 MB below", Buffer.from(`a,b\n"${"x".repeat(7_000_000)}",1\n`), /Row 2, .*larger than 2 MB/],
    ["a quote that never closes, at the end", Buffer.from('a,b\n1,"2\n'), /Row 2, .*never closes/],
    ["one line without an end", Buffer.from("x".repeat(3_000_000)), /larger than 2 MB/],
    // It was split into two million fields first, for most of a second.
    ["3 MB of separators", Buffer.from(`a,b\n${",".repeat(3_000_000)}\n`), /Row 2 has more than 1000 columns/],
    ["100,000 columns", Buffer.from(`a,b\n${",".repeat(100_000)}\n`), /Row 2 has more than 1000 columns/],
    [
      "100,000 columns from the first row on",
      Buffer.from(`${Array.from({ length: 100_000 }, (_, nth) => `c${nth}`).join(",")}\n`),
      /Row 1 has more than 1000 columns/,
    ],
    [
      "a quote that never closes, below empty lines and a text of two lines",
      Buffer.from('a,b\n\n1,"2\n3"\n\n\n"x,3\n'),
      /Row 6, which begins in line 7, has a quote that never closes/,
    ],
    [
      "a quote that never closes, below the first line of its row",
      Buffer.from('a,b\n"1\n2","3\n4,5\n'),
      /Row 2, which begins in line 2, .* never closes: it opens in line 3/,
    ],
    [
      "a long quote that never closes, below the first line of its row",
      Buffer.from(`a,b\n"1\n2","${"3\n".repeat(1_500_000)}`),
      /Row 2, .* larger than 2 MB: does the quote that opens in line 3 never close/,
    ],
  ])("%s", async (_, file, sentence) => {
    await expect(read(file)).rejects.toThrow(sentence);
  });
});

// Most of a file may be in plain letters: without the row, its only "é" is hard to find. The rows above it are kept.
it("a byte of another charset is found in its row, wherever the file is cut", async () => {
  const start = `a,b\n€,1\n${"Grüße �,2\n".repeat(5)}`;
  const bytes = Buffer.concat([Buffer.from(start), Buffer.from("Caf\xe9,3\n", "latin1"), Buffer.from("x,4\n")]);
  for (let size = 1; size <= bytes.length; size++) {
    const seen: number[] = [];
    const reading = async () => {
      const rows = rowsOf(async () => piecesOf(bytes, size), formOf(bytes), beginning);
      for await (const { number } of rows) seen.push(number);
    };
    await expect(reading()).rejects.toThrow(/^Row 8, which begins in line 8, is not written in UTF-8/);
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  }
});

// One pan of 12" in a thousand rows: nothing below it was imported.
describe("a quote where none belongs", () => {
  it("is a character like any other in a field that does not begin with one", async () => {
    const rows = await read('a,b\n12" pan,5\n 5\'11" ,"6"" lid"\nx,7"\n');
    const fields = [
      ["a", "b"],
      ['12" pan', "5"],
      ["5'11\"", '6" lid'],
      ["x", '7"'],
    ];
    expect(rows.map((row) => row.fields)).toEqual(fields);
    expect(rows.map(({ stray }) => stray?.line ?? null)).toEqual([null, null, null, null]);
  });

  it.each([
    ["is not doubled", '"5" nail",3'],
    ["is not doubled, and text follows it", '"Said "hi" to all",3'],
    ["is not doubled, and more columns follow", '"Said "hi, there" loudly",3'],
    ["closes a field that goes on", '"5"nail,3'],
  ])("makes only its own row uncertain if it %s", async (_, row) => {
    const rows = await read(`a,b\n"one\ntwo",2\n${row}\nx,4\n`);
    expect(rows.map(({ number, stray }) => [number, stray?.line ?? null])).toEqual([
      [1, null],
      [2, null],
      [3, 4],
      [4, null],
    ]);
  });

  // The row below was named, whose first quote had closed the text.
  it("tells in which line the text before it was opened", async () => {
    const rows = await read('a,b\n1,"two\n3,"four"\n5,"6\n"7"\nx,4\n');
    expect(rows.map(({ stray }) => stray && [stray.line, stray.openedLine])).toEqual([null, [3, 2], [5, 4], null]);
  });

  it("makes the line below uncertain too if that may be the rest of its text", async () => {
    const rows = await read('a,b\n"Said "hi",\nto all",3\nx,4\n');
    expect(rows.map(({ stray }) => stray?.line ?? null)).toEqual([null, 2, 3, null]);
  });
});

// Files arrive in pieces that end anywhere.
it("reads any text alike in pieces of any size, and from any of its rows on", async () => {
  const signs = fc.constantFrom('"', ",", "\n", "\r", "\r\n", " ", "\t", "a", "ä", "🙂");
  const any = fc.array(signs, { maxLength: 40 }).map((all) => `a,b\n${all.join("")}`);
  const outcome = async (bytes: Buffer, size: number, from: CsvRow["place"] = beginning) => {
    const rows: CsvRow[] = [];
    try {
      for await (const row of rowsOf(
        async (at) => piecesOf(bytes.subarray(at), size),
        formOf(Buffer.from("a,b\n")),
        from,
      ))
        rows.push(row);
    } catch (error) {
      return { rows, says: String(error) };
    }
    return { rows, says: "" };
  };
  await fc.assert(
    fc.asyncProperty(any, fc.integer({ min: 1, max: 9 }), async (file, size) => {
      const bytes = Buffer.from(file);
      const whole = await outcome(bytes, 1_000);
      expect(await outcome(bytes, size)).toEqual(whole);
      for (const [nth, { place, stray }] of whole.rows.entries()) {
        // A row below a stray quote depends on it.
        if (stray === null) {
          expect(await outcome(bytes, size, place)).toEqual({ ...whole, rows: whole.rows.slice(nth + 1) });
        }
      }
    }),
    { examples: [['a,b\n""\t"', 1]] },
  );
});

// A batch's next statement waited until all that had arrived of the file was read.
it("lets others go on while it reads", async () => {
  const bytes = Buffer.from(`a,b\n${"x,1\n".repeat(50_000)}`);
  let [turns, isRead] = [0, false];
  const turn = () => {
    turns++;
    if (!isRead) setImmediate(turn);
  };
  turn();
  const rows = await Array.fromAsync(rowsOf(async () => piecesOf(bytes, bytes.length), formOf(bytes), beginning));
  isRead = true;
  expect(rows).toHaveLength(50_001);
  expect(turns).toBeGreaterThan(40);
});

// A quote opened in the first row of 1 GB must not load 1 GB into memory.
it("keeps no more than a row in memory, however large the file is", async () => {
  let sent = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    const piece = Buffer.alloc(64 * 1024, "x");
    yield Buffer.from('a,b\n1,"');
    for (; sent < 1024 ** 3; sent += piece.length) yield piece;
  }
  const reading = async () => {
    for await (const _ of rowsOf(async () => endless(), formOf(Buffer.from("a,b\n")), beginning));
  };
  await expect(reading()).rejects.toThrow(/larger than 2 MB/);
  expect(sent).toBeLessThan(8 * 1024 * 1024);
});

// A spreadsheet runs what begins like a formula, also after what it takes as a separator.
describe("a formula", () => {
  it.each(["=1+1", "+cmd", "-2+3", "@sum", "\t=1", "a;=1", 'b"=1', "c,@x", "＝1", "'=1", "''=1"])(
    "%j is neutralised, and restored",
    (formula) => {
      const written = neutralise(formula);
      expect(written).not.toBe(formula);
      expect(written).not.toMatch(/(^|[,;|\t\r\n"])[=+\-@\t\r＝＋－＠]/);
      expect(restore(written)).toBe(formula);
    },
  );

  it("is not a number, which spreadsheets can add up", () => {
    expect(csvLine([-5, "-5", "-5.25", "-1e-07", null, true])).toBe("-5,-5,-5.25,-1e-07,,true\r\n");
  });
});

it("reads back whatever it wrote", async () => {
  const signs = fc.constantFrom(
    "=",
    "+",
    "-",
    "@",
    "\t",
    "\r",
    "\n",
    "'",
    '"',
    ",",
    ";",
    "a",
    "１",
    "＝",
    " ",
    "🙂",
    "0",
  );
  const field = fc.string({ unit: signs, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(field, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 4 }),
      async (rows) => {
        const file = `head,er\r\n${rows.map((row) => csvLine(row)).join("")}`;
        const [, ...found] = await fieldsOf(file);
        expect(found.map((fields) => fields.map(restore))).toEqual(rows);
      },
    ),
  );
});
