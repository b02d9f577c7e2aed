import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { parseSync } from 'oxc-parser'

/** An import between two files of a package, of values or types. */
export interface Arrow {
  readonly from: string
  readonly to: string
}

/** The source files of a package and the imports between them. Paths are relative to `src`. */
export interface Sources {
  readonly files: readonly string[]
  readonly arrows: readonly Arrow[]
}

/** Reads the sources of a package. Skips tests, which may import any file of their package. */
export function readSources(src: string): Sources {
  const files = globSync('**/*.{ts,tsx}', { cwd: src })
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .sort()
  const arrows = files.flatMap((from) =>
    readImports(join(src, from))
      .map((path) => join(dirname(from), path))
      .filter((to) => /\.tsx?$/.test(to) && existsSync(join(src, to)))
      .map((to) => ({ from, to })),
  )
  return { files, arrows }
}

/** Returns the relative paths in `import`, `import type`, `export … from` and `import('…')`, each once. */
function readImports(path: string): string[] {
  const source = readFileSync(path, 'utf8')
  const { module, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)
  const paths = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => parseLiteral(path, source.slice(start, end))),
  ]
  return [...new Set(paths)].filter((value) => value.startsWith('.'))
}

function parseLiteral(path: string, argument: string): string {
  const literal = /^(['"])(?<value>[^'"]*)\1$/.exec(argument)?.groups?.value
  if (literal === undefined) throw new Error(`${path} imports ${argument}: write the path as a plain string.`)
  return literal
}
