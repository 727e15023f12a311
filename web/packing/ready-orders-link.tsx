import { SecondaryLink } from "../ui/links.tsx";

/** What a sheet without anything on it offers. */
export const ReadyOrdersLink = () => (
  <SecondaryLink to="/orders" search={{ fulfillable: "true" }}>
    See orders ready to ship
  </SecondaryLink>
);
