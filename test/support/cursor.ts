/** What a list answers to a cursor of another list, of another order of its own, or of nobody's. */
export const noSuchCursor = { status: 404, body: { error: { code: "cursor.unknown" } } };
