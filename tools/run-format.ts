// `npm run format`: formats Markdown and wraps comments, which the other formatter leaves out. With `--check`, it
// prints the files that are not formatted.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { wrapCommentsOfFiles } from './comments.ts'
import { formatMarkdownFiles } from './markdown.ts'

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values
const files = [...(await formatMarkdownFiles()), ...wrapCommentsOfFiles()]
const changed = files.filter(({ text, formatted }) => text !== formatted)
for (const { file, formatted } of changed) {
  if (check) console.log(`${file}: run \`npm run format\``)
  else writeFileSync(join(import.meta.dirname, '..', file), formatted)
}
process.exitCode = check && changed.length > 0 ? 1 : 0
