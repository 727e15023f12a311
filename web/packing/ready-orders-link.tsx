import { SecondaryLink } from "../ui/links.tsx";

/** The action on an empty sheet. */
export const ReadyOrdersLink = () => (
  <SecondaryLink to="/orders" search={{ fulfillable: "true" }}>
    See orders ready to ship
  </SecondaryLink>
);
