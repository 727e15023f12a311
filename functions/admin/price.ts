import * as price from "#core/contract/price";
import { explainPrice } from "#core/price-list/explain-price";
import { reads } from "#functions/admin";

export const explain = reads(price.explain, explainPrice);
