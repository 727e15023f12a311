/** What the stacks have become: CloudFormation templates, to look things up in. */

// biome-ignore lint/suspicious/noExplicitAny: a template is any JSON that CloudFormation takes, and tests read deep into it
export type Json = any;

export interface Resource {
  readonly id: string;
  readonly stack: string;
  readonly type: string;
  readonly props: Json;
  readonly dependsOn: readonly string[];
}

export interface Synthesised {
  /** Everything except what SST and CDK add for themselves. */
  readonly resources: readonly Resource[];
  readonly ofType: (type: string) => Resource[];
  /** Names of the stacks that a stack depends on. */
  readonly before: (stack: string) => readonly string[];
  readonly stacks: readonly string[];
  /** A deploy's outputs, by name. */
  readonly outputs: Readonly<Record<string, Json>>;
  /** All templates as one text. */
  readonly text: string;
}

/** A stack's name, its template, and the names of the stacks that it depends on. */
export interface Stack {
  readonly name: string;
  readonly template: Json;
  readonly needs: readonly string[];
}

const theirs = /^(CustomResourceHandler|CustomCDKBucketDeployment|CustomS3AutoDelete|\w+AwsCliLayer|CDKMetadata)/;

/** From `text`, or from the stacks it was made of. */
export function synthesisedOf(made: readonly Stack[]): Synthesised {
  const resources = made.flatMap(({ name, template }) =>
    Object.entries<Json>(template.Resources)
      .filter(([id]) => !theirs.test(id))
      .map(([id, { Type, Properties = {}, DependsOn = [] }]) => ({
        id,
        stack: name,
        type: Type,
        props: Properties,
        dependsOn: [DependsOn].flat(),
      })),
  );
  return {
    resources,
    ofType: (type) => resources.filter((resource) => resource.type === type),
    before: (stack) => made.find(({ name }) => name === stack)?.needs ?? [],
    outputs: Object.fromEntries(
      made.flatMap(({ template }) =>
        Object.entries<Json>(template.Outputs ?? {}).map(([name, { Value }]): [string, Json] => [name, Value]),
      ),
    ),
    stacks: made.map(({ name }) => name),
    text: JSON.stringify(made),
  };
}
