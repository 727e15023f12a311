/** What a list answers to a cursor from another list, from another sort order, or to an invented one. */
export const noSuchCursor = { status: 404, body: { error: { code: "cursor.unknown" } } };
