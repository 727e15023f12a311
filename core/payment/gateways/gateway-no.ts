/** Why gateways refuse, in our codes; their own message is kept as well. */
export type GatewayNo =
  | "credentials"
  /** The credentials lack the right to this, and may be right for everything else. */
  | "noPermission"
  | "settings"
  | "alreadyRefunded"
  | "aboveRemaining"
  | "unknownPayment"
  | "disputed"
  /** The store's balance at the gateway does not cover it. */
  | "balance"
  | "notCaptured"
  | "tooLate"
  | "notAllowed"
  /** The gateway cannot represent this amount in this currency, or it is too small or too large. */
  | "amount"
  | "declined"
  | "notApproved"
  /** The request cannot be closed: it has been paid. */
  | "paid"
  /** The gateway accepted the refund and then could not make it. */
  | "failed"
  | "refused";
