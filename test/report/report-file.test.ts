import { expect, it } from "vitest";
import { reportFile } from "#core/contract/values/report-file";

/** In the admin such a file was saved as "-.csv", and in emails the words fell apart at each vowel sign. */
it("the file of a report has its name, in any script", () => {
  expect(reportFile("बिक्री, दैनिक")).toBe("बिक्री-दैनिक.csv");
  expect(reportFile("நாள் விற்பனை", "2026-04-01")).toBe("நாள்-விற்பனை-2026-04-01.csv");
  expect(reportFile("می‌خواهم")).toBe("می‌خواهم.csv");
  expect(reportFile("Größte Kunden (2026/27)")).toBe("größte-kunden-2026-27.csv");
  expect(reportFile("by_day / week")).toBe("by_day-week.csv");
  expect(reportFile("../..", "2026-04-01")).toBe("report-2026-04-01.csv");
  expect(reportFile("?")).toBe("report.csv");
});

/** Most file systems take names of 255 bytes, and a report's may have 200 letters of three or four bytes each. */
it("the name of a report's file fits every file system, and ends in .csv", () => {
  for (const letter of ["a", "क", "𠮷", "a "]) {
    const file = reportFile(letter.repeat(200), "2026-04-01");
    expect(Buffer.byteLength(file)).toBeLessThanOrEqual(255);
    expect(file).toMatch(/[^-]-2026-04-01\.csv$/);
  }
});
