import { findDeadCitations } from './citations.ts'

const found = findDeadCitations()
for (const { citation, file, line, problem } of found) console.log(`${file}:${line}: "${citation}": ${problem}`)
process.exitCode = found.length > 0 ? 1 : 0
