/** A fake of FedEx's API: tokens valid for an hour, no idempotency keys, and refusals in responses with 200. */
import { type Asked, aFake, type Reply } from "../../provider/fakes/server.ts";
import type { CarrierFake } from "../suite.ts";

export const fedexApp = { clientId: "l7abc", clientSecret: "fedex-secret/0123", accountNumber: "740561073" };
export const fedexToken = "eyJhbGciOi.fedex.token";

interface Shipment {
  readonly number: string;
  readonly reference: string;
  readonly said: Readonly<Record<string, unknown>>;
  isVoid: boolean;
}

const usual = { secret: fedexApp.clientSecret, serves: true, pickedUp: false, lags: false };

export interface FedExFake extends CarrierFake {
  readonly shipments: Shipment[];
  /** Tracking results for the number; several if it has been used before. */
  readonly results: object[];
  readonly set: (how: Partial<typeof usual>) => void;
  readonly forgetTokens: () => void;
}

export async function fedexFake(): Promise<FedExFake> {
  const shipments: Shipment[] = [];
  const results: object[] = [];
  const now = { ...usual };
  let tokens = 0;
  let known = "";
  const ok = (output: object): Reply => ({ status: 200, json: { transactionId: "t1", output } });
  const error = (status: number, code: string, message: string): Reply => ({
    status,
    json: { transactionId: "t1", errors: [{ code, message }] },
  });
  const tracked = (trackingNumber: string, trackResults: readonly object[]) =>
    ok({ completeTrackResults: [{ trackingNumber, trackResults }] });

  const answer = ({ method, path, headers, body }: Asked): Reply => {
    if (path === "/oauth/token") {
      const said = new URLSearchParams(body);
      if (said.get("client_secret") !== now.secret)
        return error(401, "NOT.AUTHORIZED.ERROR", "The given client credentials were not valid.");
      known = `${fedexToken}${++tokens}`;
      return { status: 200, json: { access_token: known, token_type: "bearer", expires_in: 3599, scope: "CXS" } };
    }
    if (headers["authorization"] !== `Bearer ${known}`)
      return error(401, "NOT.AUTHORIZED.ERROR", "Access token expired.");
    const json = JSON.parse(body);
    const unknownNumber = {
      error: { code: "TRACKING.TRACKINGNUMBER.NOTFOUND", message: "Tracking number cannot be found." },
    };
    switch (`${method} ${path}`) {
      case "POST /rate/v1/rates/quotes": {
        if (!now.serves) return error(400, "SERVICE.NOT.AVAILABLE", "The service is not available there.");
        const rated = [{ rateType: "ACCOUNT", totalNetCharge: 23.6, currency: "USD" }];
        const commit = { transitDays: { minimumTransitTime: "TWO_DAYS" } };
        const reply = { serviceType: "FEDEX_2_DAY", serviceName: "2Day", ratedShipmentDetails: rated, commit };
        return ok({ rateReplyDetails: [reply] });
      }
      case "POST /ship/v1/shipments": {
        if (!now.serves) return error(400, "SERVICETYPE.NOT.ALLOWED", "The service is not allowed there.");
        const said = json.requestedShipment;
        const number = `79495355557${shipments.length + 1}`;
        const reference = said.requestedPackageLineItems[0].customerReferences[0].value;
        shipments.push({ number, reference, said, isVoid: false });
        const label = {
          contentType: "LABEL",
          docType: said.labelSpecification.imageType,
          encodedLabel: Buffer.from("%PDF-1.4").toString("base64"),
        };
        const piece = { trackingNumber: number, packageDocuments: [label] };
        const shipmentRating = { shipmentRateDetails: [{ totalNetCharge: 23.6, currency: "USD" }] };
        return ok({
          transactionShipments: [
            {
              masterTrackingNumber: number,
              serviceType: said.serviceType,
              pieceResponses: [piece],
              shipmentDocuments: (said.shippingDocumentSpecification?.shippingDocumentTypes ?? []).map(
                (contentType: string) => ({
                  contentType,
                  docType: said.shippingDocumentSpecification.commercialInvoiceDetail.documentFormat.docType,
                  encodedLabel: Buffer.from("%PDF- invoice").toString("base64"),
                }),
              ),
              completedShipmentDetail: { shipmentRating },
            },
          ],
        });
      }
      case "PUT /ship/v1/shipments/cancel": {
        const shipment = shipments.find(({ number }) => number === json.trackingNumber);
        const no = (message: string) => ok({ cancelledShipment: false, cancelledHistory: false, message, alerts: [] });
        if (!shipment) return no("Unable to locate the shipment.");
        if (now.pickedUp) return no("The shipment is in transit.");
        if (shipment.isVoid) return no("The shipment has already been cancelled.");
        shipment.isVoid = true;
        return ok({ cancelledShipment: true, cancelledHistory: true, message: "Success" });
      }
      case "POST /track/v1/referencenumbers": {
        const found = shipments.find(({ reference }) => reference === json.referencesInformation.value && !now.lags);
        return tracked("", [found ? { trackingNumberInfo: { trackingNumber: found.number } } : unknownNumber]);
      }
    }
    const number = json.trackingInfo[0].trackingNumberInfo.trackingNumber;
    if (!shipments.some((one) => one.number === number)) return tracked(number, [unknownNumber]);
    const label = { latestStatusDetail: { code: "OC", derivedCode: "OC", description: "Label created" } };
    return tracked(number, results.length > 0 ? results : [label]);
  };

  const fake = await aFake({
    answer,
    refusal: (status, words) => error(status, "FAULT", words),
    spares: ({ path }) => path === "/oauth/token",
  });
  return {
    ...fake,
    shipments,
    results,
    labels: () => shipments.filter(({ isVoid }) => !isVoid).length,
    voided: () => shipments.filter(({ isVoid }) => isVoid).length,
    set: (how) => void Object.assign(now, how),
    forgetTokens: () => {
      known = "";
    },
  };
}
