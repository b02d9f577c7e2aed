import { markBaseline } from '../platform/db/earlier-schema.ts'
import { openExistingDatabase } from '../platform/db/open-database.ts'
import type { StandaloneCommand } from './command.ts'

/** For a database of a version before the first release (decision 094). Other commands refuse its schema. */
export const markBaselineCommand: StandaloneCommand = {
  name: 'mark-baseline',
  summary: 'Marks a database of the last version before 0.1.0, so that this version uses it.',
  options: {},
  async runAlone({ print, readSettings }) {
    const db = await openExistingDatabase(readSettings())
    try {
      print(
        (await markBaseline(db))
          ? 'The database is marked. Start the service with the same settings.'
          : 'The database needs no mark. Nothing was changed.',
      )
      return 0
    } finally {
      await db.close()
    }
  },
}
