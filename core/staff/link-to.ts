import { required } from "#core/environment";

/** From the configured address, never from a request's Host header. Browsers do not send what comes after the #. */
export const linkTo = (page: `/${string}`, token: string): string =>
  `${new URL(page, required("PUBLIC_URL", "links to this store are built from it"))}#token=${token}`;
