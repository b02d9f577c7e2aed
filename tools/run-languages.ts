// `npm run languages`: prints how far the texts of each language were checked, and with `--texts <tag>` the texts that
// were not.
import { parseArgs } from 'node:util'

import { english, sentencesOf, tags } from './languages/all-languages.ts'
import { languageRows } from './languages/page.ts'
import { readRecord, statusOf } from './languages/record.ts'

const { texts: tag } = parseArgs({ options: { texts: { type: 'string' } } }).values
if (tag === undefined) {
  console.table(Object.fromEntries((await languageRows()).map(({ tag: name, ...row }) => [name, row])))
} else if (tags.includes(tag)) {
  const record = readRecord(tag)
  for (const [id, text] of await sentencesOf(tag)) {
    if (statusOf(record, id, text) === 'machine') console.log(`${id}\n  ${english.get(id)}\n  ${text}\n`)
  }
} else {
  console.error(`There are no texts in "${tag}". The languages are ${tags.join(', ')}.`)
  process.exitCode = 1
}
