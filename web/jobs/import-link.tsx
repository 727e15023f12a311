import { UploadIcon } from "../ui/icons.ts";
import { SecondaryLink } from "../ui/links/links.tsx";

/** In an empty list, next to the button for a new record: imports them from a file. */
export const ImportLink = ({ kind }: { kind: "orders" | "products" | "customers" }) => (
  <SecondaryLink to="/settings/imports" search={{ kind }} leftSection={<UploadIcon size={16} />}>
    Import {kind}
  </SecondaryLink>
);
