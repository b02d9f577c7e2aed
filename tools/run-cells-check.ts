// `npm run cells-check`: moves a cell and a project between two PostgreSQL servers while two nodes serve users of the
// SDK, and stops one of the servers. Prints what it measures and fails if a promise of docs/cells.md is broken.
import { checkCells } from './cells-check/cells-check.ts'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    console.error(`The check was ended by the signal ${signal}.`)
    // Exit handlers stop the servers and the nodes.
    process.exit(1)
  })
}

const broken = await checkCells()
for (const sentence of broken) console.error(`✗ ${sentence}`)
console.log(broken.length === 0 ? '✓ every promise is kept' : `${broken.length} promises are broken`)
process.exit(broken.length === 0 ? 0 : 1)
