/** A link that looks like a menu item; as a link, it can be opened in a new tab. */
import { Menu } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

export const MenuLink = createLink((props: ComponentProps<typeof Menu.Item<"a">>) => (
  <Menu.Item component="a" {...props} />
));
