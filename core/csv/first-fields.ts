const keptLengthMax = 65_536;

/** Those of a row that is too large that are whole, so that it is seen which one it is; never all of them. */
export function firstFields(fields: readonly string[]): readonly string[] {
  let left = keptLengthMax;
  const end = fields.findIndex((field) => {
    left -= field.length;
    return left < 0;
  });
  return fields.slice(0, end < 0 ? -1 : end);
}
