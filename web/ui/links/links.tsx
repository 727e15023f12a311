/** Links that look like buttons; as links, they can be opened in a new tab. */
import { ActionIcon, Anchor, Button } from "@mantine/core";
import { createLink, Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import type { RowLink } from "../table/columns.ts";
import { drawerSearch } from "../url-state.ts";

export const ButtonLink = createLink((props: ComponentProps<typeof Button<"a">>) => (
  <Button component="a" {...props} />
));
/** For a secondary action. */
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
