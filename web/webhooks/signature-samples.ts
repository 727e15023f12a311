/** How a receiver verifies that an event comes from the store. A test compares these lines with those in the README. */

export const samples = {
  JavaScript: `import { createHmac, timingSafeEqual } from "node:crypto";
function verified(secret, header, rawBody) {
  const { t, v1 } = Object.fromEntries(String(header).split(",").map((part) => part.split("=")));
  const expected = createHmac("sha256", secret).update(\`\${t}.\`).update(rawBody).digest();
  const given = Buffer.from(v1 ?? "", "hex");
  return given.length === 32 && timingSafeEqual(given, expected) && Math.abs(Date.now() / 1000 - Number(t)) < 300;
}`,
  Python: `import hashlib, hmac, time
def verified(secret: str, header: str, raw_body: bytes) -> bool:
    parts = dict(part.partition("=")[::2] for part in (header or "").split(","))
    t, v1 = parts.get("t", ""), parts.get("v1", "")
    expected = hmac.new(secret.encode(), t.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), v1.encode()) and abs(time.time() - int(t)) < 300`,
  Go: `func verified(secret, t, v1 string, rawBody []byte) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(t + "."))
	mac.Write(rawBody)
	given, err := hex.DecodeString(v1)
	seconds, _ := strconv.ParseInt(t, 10, 64)
	return err == nil && hmac.Equal(given, mac.Sum(nil)) && math.Abs(float64(time.Now().Unix()-seconds)) < 300
}`,
} as const;

export type Language = keyof typeof samples;
export const languages = Object.keys(samples) as Language[]; // Object.keys loses the type of literal keys
