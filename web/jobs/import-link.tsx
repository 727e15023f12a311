import { UploadIcon } from "lucide-react";
import { SecondaryLink } from "../ui/links.tsx";

/** What an empty list offers besides a new record: all of them from a file. */
export const ImportLink = ({ kind }: { kind: "orders" | "products" | "customers" }) => (
  <SecondaryLink to="/settings/imports" search={{ kind }} leftSection={<UploadIcon size={16} />}>
    Import {kind}
  </SecondaryLink>
);
