/** "M, Blue"; the SKU of a variant without options. */
export const variantName = ({ options, sku }: { readonly options: readonly string[]; readonly sku: string }): string =>
  options.join(", ") || sku;
