/** The number of rows of a view, next to its name. */
import type { Asked, Operation } from "#core/contract/kit/operation";
import type { ListPage } from "../../api/fetch-all-pages.ts";
import { useApiQuery } from "../../api/hooks.ts";
import classes from "./saved-views.module.css";

/** Above this, the exact number does not matter. */
const rowsMax = 100;

export default function ViewCount({ op, input }: { op: Operation; input: object }) {
  const query = useApiQuery(op, { ...input, limit: rowsMax } as Asked<Operation>); // every list takes a limit
  const page = query.data as ListPage<unknown> | undefined; // only lists are given
  if (!page || page.items.length === 0) return null;
  return (
    <span className={classes["count"]} aria-hidden="true">
      {page.nextCursor ? `${rowsMax - 1}+` : page.items.length}
    </span>
  );
}
