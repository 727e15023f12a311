import { SecondaryLink } from "../ui/links/links.tsx";

/** The action on an empty sheet, and on a pack station without an order. */
export const ReadyOrdersLink = () => (
  <SecondaryLink to="/orders" search={{ fulfillable: "true" }}>
    See orders ready to ship
  </SecondaryLink>
);
