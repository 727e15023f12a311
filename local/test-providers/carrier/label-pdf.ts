/** 4 × 6 inches, the size of label printers. */
const [width, height] = [288, 432];

/** PDF's standard fonts have Latin letters only. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/g, "?")
    .replace(/[\\()]/g, (sign) => `\\${sign}`);

interface End {
  readonly name: string;
  readonly line1: string;
  readonly city: string;
  readonly postalCode?: string | undefined;
  readonly country: string;
}

/** The label's text. */
interface About {
  readonly from: End;
  readonly to: End;
  readonly trackingNumber: string;
  readonly service: string;
  readonly weightGrams: number;
  readonly orderNumber: string;
  readonly collectMinor?: number | undefined;
  readonly currency: string;
}

/** A printable label: a minimal one-page PDF. */
export function labelPdf(label: About): Buffer {
  const { from, to, trackingNumber, service, weightGrams, orderNumber } = label;
  const place = ({ line1, city, postalCode, country }: End) => [line1, `${postalCode ?? ""} ${city}`.trim(), country];
  const lines: (readonly [size: number, y: number, text: string])[] = [
    [20, 396, "TEST CARRIER"],
    [9, 380, "Not a real label: nothing is carried."],
    [9, 352, `From: ${from.name}, ${place(from).join(", ")}`],
    [10, 322, "Deliver to"],
    [18, 300, to.name],
    ...place(to).map((text, nth) => [14, 278 - nth * 18, text] as const),
    [12, 196, `${service.toUpperCase()}   ${weightGrams} g   ${orderNumber}`],
    ...(label.collectMinor ? [[14, 172, `COLLECT ${label.currency} ${label.collectMinor / 100}`] as const] : []),
    [22, 60, trackingNumber],
  ];
  const texts = lines.map(([size, y, text]) => `BT /F1 ${size} Tf 18 ${y} Td (${plain(text)}) Tj ET`);
  // A bar for each bit of its number: it only looks like a barcode.
  const bars = [...Buffer.from(trackingNumber)].flatMap((byte, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((bit) =>
      (byte >> bit) & 1 ? [`${18 + (at * 8 + bit) * 2.5} 90 1.6 54 re f`] : [],
    ),
  );
  return pdfOf([...texts, ...bars, `10 10 ${width - 20} ${height - 20} re S`].join("\n"));
}

function pdfOf(content: string): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, nth) => {
    const at = body.length;
    body += `${nth + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, "latin1");
}
