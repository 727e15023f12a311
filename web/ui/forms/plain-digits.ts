/** The zero of each set of digits that keyboards type: Arabic, Persian, those of India's scripts, and full-width. */
const zeros = [..."٠۰०০੦૦୦௦౦೦൦０"].map((zero) => zero.charCodeAt(0));

/** Full-width and Arabic marks, and the minus of a typesetter. */
const marks: Readonly<Record<string, string>> = { "，": ",", "．": ".", "－": "-", "٫": ".", "٬": ",", "−": "-" };

/** Digits, points, commas and signs of any keyboard as ASCII: "１２．５" and "١٢٫٥" as "12.5". */
export const plainDigits = (text: string): string =>
  text.replaceAll(/[\p{Nd}，．－٫٬−]/gu, (typed) => {
    const code = typed.charCodeAt(0);
    const zero = zeros.find((first) => first <= code && code <= first + 9);
    return zero === undefined ? (marks[typed] ?? typed) : String(code - zero);
  });

/** 5, 5.5, .5, and thousands written as 1 000, 1’000, 1,00,000, 1.000.000 or 1,000.50. */
const digits = [
  String.raw`\d+[.,]?\d*`,
  String.raw`[.,]\d+`,
  String.raw`\d{1,3}(?:[\p{Zs}'’]\d{3})+(?:[.,]\d*)?`,
  String.raw`\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?`,
  String.raw`\d{1,3}(?:\.\d{3})+(?:,\d*)?`,
].join("|");

/** With a currency or a percent sign, and a sign directly before the digits or the currency. */
const sign = String.raw`(?:[-+]?[\p{Sc}%]\p{Zs}*|[\p{Sc}%]?\p{Zs}*[-+])?`;

/** "EUR 5", "US$5" and "5 pcs", but no "QM5", which is the code of something. */
const oneNumber = new RegExp(
  String.raw`^(?:[\p{L}\p{M}]+(?:\p{Zs}+|(?=\p{Sc})))*${sign}(?:${digits})(?:\p{Zs}*[\p{L}\p{M}\p{Sc}%])*$`,
  "u",
);

/**
 * Whether a field for numbers reads this as it is meant. It drops what it does not know, and takes any point and any
 * hyphen for those of the number: "Rs. 5.00" would become 500, and "BOWL-12" −12. It drops the commas of other keyboards.
 */
export const isOneNumber = (text: string): boolean =>
  oneNumber.test(plainDigits(text.trim().replaceAll(/[，٬]/g, "’")));
