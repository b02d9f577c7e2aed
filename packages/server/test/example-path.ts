/**
 * The path of an endpoint with this id in place of its parameters. The router knows partner paths by their names only.
 */
export function examplePath(path: string, id: string): string {
  return path.replace('{partner}', 'neon').replaceAll(/\{\w+\}/g, id)
}
