import type { OperatorCommand } from './command.ts'
import { noteRestore } from './backup/note-restore.ts'

/** For a database that the tools of PostgreSQL have restored. `restore` notes it itself. */
export const restoredCommand: OperatorCommand = {
  name: 'restored',
  summary: 'Notes that the database was restored by other means than `restore`. Then start the service.',
  options: {},
  async run({ clock, db }, _options, print) {
    await noteRestore(db, clock.now())
    print('The restore is noted. Users whose tokens are newer than the backup sign in again, without an alarm.')
    return 0
  },
}
