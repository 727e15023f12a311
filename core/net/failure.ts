/** The ways a request to an external server can fail before there is a complete answer. */
export type NetFailure =
  /** Link-local, a cloud's metadata or, if only public addresses are allowed, any private one. */
  | "refused_address"
  | "dns"
  | "tls"
  /** Or not valid yet. */
  | "tls_expired"
  /** Not signed by anyone we trust. */
  | "tls_untrusted"
  | "tls_wrong_host"
  | "timeout"
  /** Nothing listens there. */
  | "refused"
  | "unreachable"
  /** The connection broke before there was a status. */
  | "reset"
  /** The answer is not HTTP. */
  | "invalid_response"
  /** The URL is not valid for a request. */
  | "invalid_request";

const byCode: Readonly<Record<string, NetFailure>> = {
  ERR_REFUSED_ADDRESS: "refused_address",
  ECONNREFUSED: "refused",
  EADDRNOTAVAIL: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  ECONNRESET: "reset",
  EPIPE: "reset",
  ECONNABORTED: "reset",
  UND_ERR_SOCKET: "reset",
  UND_ERR_HEADERS_OVERFLOW: "invalid_response",
  UND_ERR_INVALID_ARG: "invalid_request",
  UND_ERR_NOT_SUPPORTED: "invalid_request",
  ERR_INVALID_URL: "invalid_request",
  CERT_HAS_EXPIRED: "tls_expired",
  CERT_NOT_YET_VALID: "tls_expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls_wrong_host",
  EPROTO: "tls",
};

const byBeginning: readonly (readonly [RegExp, NetFailure])[] = [
  [/^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED|INVALID_CA)/, "tls_untrusted"],
  [/^(ERR_SSL_|ERR_TLS_|CERT_)/, "tls"],
  [/^(HPE_|ERR_HTTP)/, "invalid_response"],
  [
    /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|EFORMERR|EBADNAME|EBADRESP|ENOTIMP|EDESTRUCTION|ETIMEOUT|ENONAME)/,
    "dns",
  ],
];

/** Classifies a network error. */
export function netFailureOf(error: unknown): NetFailure {
  if (!(error instanceof Error)) return "reset";
  if (error.name === "HTTPParserError") return "invalid_response";
  const code = "code" in error ? String(error.code) : "";
  const word = byCode[code] ?? byBeginning.find(([beginning]) => beginning.test(code))?.[1];
  return word ?? netFailureOf(error.cause);
}

/** As the store's staff read it, about a server that they have named. */
export const sentences: Readonly<Record<NetFailure, string>> = {
  refused_address: "Its address is one that must not be reached from here.",
  dns: "Its name could not be resolved.",
  tls: "No secure connection could be made.",
  tls_expired: "Its certificate is not valid at this time.",
  tls_untrusted: "Its certificate is not signed by anyone we trust.",
  tls_wrong_host: "Its certificate is for another host.",
  timeout: "There was no answer in time.",
  refused: "Nothing answers at its address.",
  unreachable: "Its address cannot be reached.",
  reset: "The connection broke.",
  invalid_response: "The answer is not HTTP.",
  invalid_request: "No request can be made with these settings.",
};
