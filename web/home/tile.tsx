/** A number on Home: how much there is to do, with a link to its list. */
import { Paper, Stack, Text } from "@mantine/core";
import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Asked, Operation } from "#core/contract/kit/operation";
import type { ListPage } from "../api/fetch-all-pages.ts";
import { useApiQuery } from "../api/hooks.ts";
import classes from "./home.module.css";

/** A tile counts up to 99, then shows "99+". */
const rowsMax = 100;

export interface TileProps {
  readonly title: string;
  readonly hint: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

interface CountProps<Op extends Operation> extends TileProps {
  readonly op: Op;
  readonly input?: Asked<Op>;
  /** For rare items: shown only if there are any, or if the list could not be read. */
  readonly hideEmpty?: boolean;
}

/** The number of rows in a list. */
export function CountTile<Op extends Operation>({ op, input, hideEmpty = false, ...tile }: CountProps<Op>) {
  const query = useApiQuery(op, { ...input, limit: rowsMax } as Asked<Op>, { poll: true }); // every list takes a limit
  const page = query.data as ListPage<unknown> | undefined; // only lists are given
  const count = page?.items.length;
  const value = count === undefined ? (query.error ? "?" : "…") : page?.nextCursor ? `${rowsMax - 1}+` : String(count);
  if (hideEmpty && !count && !query.error) return null;
  return <Tile {...tile} value={value} dimmed={count === 0} />;
}

/** A number that links to its list; only the number if there is no such screen. */
export function Tile({ title, hint, to, search, value, dimmed }: TileProps & { value: string; dimmed: boolean }) {
  const router = useRouter();
  const content: ReactNode = (
    <Stack gap={2}>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <Text fz={28} fw={680} lh={1.2} {...(dimmed && { c: "dimmed" })}>
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </Stack>
  );
  if (!(to in router.routesByPath)) {
    return (
      <Paper withBorder p="md">
        {content}
      </Paper>
    );
  }
  return (
    <Paper
      withBorder
      p="md"
      className={classes["tile"]}
      renderRoot={(props) => <Link to={to} search={search ?? {}} {...props} />}
    >
      {content}
    </Paper>
  );
}
