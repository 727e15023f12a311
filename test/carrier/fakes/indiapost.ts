/** A fake of India Post's interface, as other programs use it: a success that lists what it did not accept. */
import { type Asked, aFake, type Reply } from "../../provider/fakes/server.ts";
import type { CarrierFake } from "../suite.ts";

export const indiapostPassword = "indiapost/password+1";
export const indiapostToken = "indiapost.access.token";

interface Article {
  readonly barcode_no: string;
  readonly receiver_pincode: string | number | undefined;
  readonly booked_on?: string;
}

const usual = {
  password: indiapostPassword,
  refusal: null as string | null,
  /** The status of an answer that refuses an article. */
  refusedWith: 200,
  scans: true,
  /** Instead of the scans. */
  tracking: null as Reply | null,
  /** The only one that exists; null for any. */
  bookingPath: null as string | null,
};

export interface IndiaPostFake extends CarrierFake {
  readonly articles: Article[];
  readonly entries: object[];
  readonly set: (how: Partial<typeof usual>) => void;
  readonly forgetTokens: () => void;
}

export async function indiapostFake(): Promise<IndiaPostFake> {
  const articles: Article[] = [];
  const entries: object[] = [];
  const now = { ...usual };
  let tokens = 0;
  let known = "";
  const ok = (json: object): Reply => ({ status: 200, json });

  const answer = ({ path, headers, body }: Asked): Reply => {
    const json = JSON.parse(body);
    if (path.endsWith("/access/login")) {
      if (json.password !== now.password) return ok({ success: false, message: "Invalid credentials" });
      known = `${indiapostToken}${++tokens}`;
      return ok({
        success: true,
        message: "Login successful",
        data: {
          access_token: known,
          refresh_token: "r",
          expires_in: 300,
          refresh_expires_in: 1800,
          token_type: "Bearer",
        },
      });
    }
    if (headers["authorization"] !== `Bearer ${known}`) return { status: 401, json: { message: "Token expired" } };
    if (path.endsWith("/tracking/bulk")) {
      if (now.tracking) return now.tracking;
      const found = articles.filter(({ barcode_no }) => json.bulk.includes(barcode_no) && now.scans);
      const data = found.map(({ barcode_no, receiver_pincode, booked_on }) => ({
        booking_details: { article_number: barcode_no, destination_pincode: receiver_pincode, booked_on },
        tracking_details: entries,
        del_status: { del_status: "not delivered" },
      }));
      return ok({ success: true, message: "data retrieved successfully", ...(data.length > 0 && { data }) });
    }
    if (now.bookingPath !== null && path !== now.bookingPath) return { status: 404, json: { message: "Not Found" } };
    const [article] = json.articles;
    const isThere = articles.some(({ barcode_no }) => barcode_no === article.barcode_no);
    const error = isThere ? "barcode_no already used" : now.refusal;
    const shown = { success: true, batch_id: "B1", correlation_id: "c-1" };
    if (error !== null) {
      const error_articles = [{ barcode_no: article.barcode_no, errors: [error] }];
      return { status: now.refusedWith, json: { ...shown, valid_articles: [], error_articles } };
    }
    articles.push(article);
    return ok({
      ...shown,
      valid_articles: [{ barcode_no: article.barcode_no, calculated_tariff: 59 }],
      error_articles: [],
    });
  };

  const fake = await aFake({
    answer,
    refusal: (status, message) => ({ status, json: { message } }),
    spares: ({ path }) => path.endsWith("/access/login"),
  });
  return {
    ...fake,
    articles,
    entries,
    labels: () => articles.length,
    voided: () => 0,
    set: (how) => void Object.assign(now, how),
    forgetTokens: () => {
      known = "";
    },
  };
}
