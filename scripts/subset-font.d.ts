/** The library has no types: these are the options that scripts/font.ts uses. */
declare module "subset-font" {
  interface Options {
    readonly targetFormat: "woff2";
    readonly keepFeatures: readonly string[];
    readonly preserveNameIds: readonly number[];
    readonly variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
  }
  export default function subsetFont(font: Buffer, characters: string, options: Options): Promise<Buffer>;
}
