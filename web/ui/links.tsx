/** Links that look like buttons. Being links, they can be opened in another browser tab. */
import { ActionIcon, Anchor, Button } from "@mantine/core";
import { createLink, Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import type { RowLink } from "./table/columns.ts";
import { drawerSearch } from "./url-state.ts";

export const ButtonLink = createLink((props: ComponentProps<typeof Button<"a">>) => (
  <Button component="a" {...props} />
));
/** For what is only one of several ways on. */
export const SecondaryLink = createLink((props: ComponentProps<typeof Button<"a">>) => (
  <Button component="a" variant="default" {...props} />
));
export const IconLink = createLink((props: ComponentProps<typeof ActionIcon<"a">>) => (
  <ActionIcon component="a" {...props} />
));
export const TextLink = createLink((props: ComponentProps<typeof Anchor<"a">>) => <Anchor {...props} />);

/** The `rowLink` of a table whose rows open in a drawer: `const rowLink = drawerLink("member")`. */
export const drawerLink =
  (drawer: string): RowLink<{ readonly id: string }> =>
  ({ id }, rest) => <Link to="." search={drawerSearch(drawer, id)} resetScroll={false} {...rest} />;
