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

/** Whether a field for numbers reads this as it is meant. It drops what it does not know: "1e3" would become 13. */
export const isOneNumber = (text: string): boolean =>
  /^\D*\d+([ \u{a0}\u{202f}'’]\d{3})*([.,]\d*)?\D*$/u.test(plainDigits(text));
