/** The zero of each set of digits that keyboards type: Arabic, Persian, those of India's scripts, and full-width. */
const zeros = [..."٠۰०০੦૦୦௦౦೦൦０"].map((zero) => zero.charCodeAt(0));

/** Digits of any keyboard as 0 to 9, and full-width points, commas and signs as ASCII: "１２．５" as "12.5". */
export const plainDigits = (text: string): string =>
  text.replaceAll(/[\p{Nd}，．－]/gu, (typed) => {
    const code = typed.charCodeAt(0);
    const zero = zeros.find((first) => first <= code && code <= first + 9);
    if (zero !== undefined) return String(code - zero);
    return /[，．－]/.test(typed) ? String.fromCharCode(code - 0xfee0) : typed;
  });
