/** Returns the path with this id in place of its parameters. The router accepts partners by name only. */
export function examplePath(path: string, id: string): string {
  return path.replace('{partner}', 'neon').replaceAll(/\{\w+\}/g, id)
}
