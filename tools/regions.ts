import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * The first line of a code block that shows a region, for example `ts examples/backends/src/hono.ts#guard` after the
 * fence.
 */
const regionBlocks = /^```(?<language>\w+) (?<reference>\S+#\S+)\n(?:[^]*?\n)??```$/gm

/**
 * Returns the code between `// #region name` and `// #endregion` in a file, without its indentation. Regions do not
 * nest.
 *
 * @param reference path relative to the root of the repository, `#`, and the name of the region
 */
export function readRegion(reference: string): string {
  const [file = '', name = ''] = reference.split('#')
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const start = lines.findIndex((line) => line.trim() === `// #region ${name}`)
  const length = lines.slice(start + 1).findIndex((line) => line.trim() === '// #endregion')
  if (start === -1 || length === -1) throw new Error(`${file} has no region "${name}"`)
  return withoutIndentation(lines.slice(start + 1, start + 1 + length))
}

/** Returns a Markdown document with the current code of the regions that its code blocks name. */
export function withRegions(document: string): string {
  return document.replace(
    regionBlocks,
    (_block, language: string, reference: string) => `\`\`\`${language} ${reference}\n${readRegion(reference)}\n\`\`\``,
  )
}

/** Returns the module with the code of these regions. */
export function regionModule(references: readonly string[]): string {
  const code = Object.fromEntries(references.map((reference) => [reference, readRegion(reference)]))
  return `// Written by \`npm run generate\` from the regions of tested files.\nexport const regionCode = ${JSON.stringify(code, null, 2)}\n`
}

function withoutIndentation(lines: string[]): string {
  const indentations = lines.filter((line) => line.trim()).map((line) => line.search(/\S/))
  const indentation = Math.min(...indentations)
  return lines.map((line) => line.slice(indentation)).join('\n')
}
