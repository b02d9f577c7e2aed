import type { Mutation } from './mutation.ts'

const backupFile = 'packages/server/src/operator/backup/backup-file.ts'
const restore = 'packages/server/src/operator/backup/restore.ts'
const target = 'packages/server/src/operator/backup/target-database.ts'
const programs = 'packages/server/src/operator/backup/postgres-programs.ts'
const copies = 'packages/server/src/platform/db/folder-copies.ts'
const backupTests = ['operator/backup.test']
const postgresTests = ['operator/backup.postgres.test']

/** Backups, which contain everything. */
export const operatorMutations: readonly Mutation[] = [
  {
    check: 'only its user can read a backup',
    file: backupFile,
    text: "open(draft, 'wx', 0o600)",
    becomes: "open(draft, 'wx', 0o644)",
    tests: backupTests,
  },
  {
    check: 'a damaged backup is refused',
    file: backupFile,
    text: '    if (!checksum.equals(stored)) throw damaged(file)\n',
    tests: backupTests,
  },
  {
    check: 'a backup of another secret is refused',
    file: restore,
    text: 'if (missing.length > 0) {',
    becomes: 'if (missing.length < 0) {',
    tests: backupTests,
  },
  {
    check: 'a backup of other origin is refused',
    file: restore,
    text: 'if (isWrittenWith(secret)) return',
    becomes: 'if (isWrittenWith) return',
    tests: backupTests,
  },
  {
    check: 'a backup is restored into an empty PostgreSQL database only',
    file: target,
    text: '    if (found) {',
    becomes: '    if (found && false) {',
    tests: postgresTests,
    engine: 'postgres',
  },
  {
    check: 'a restore into PostgreSQL that fails drops what it has created',
    file: target,
    text: '...drops].join',
    becomes: '].join',
    tests: postgresTests,
    engine: 'postgres',
  },
  {
    check: 'a restore into PostgreSQL that fails drops nothing of others',
    file: target,
    text: '.filter((object) => !this.#before.has(textOf(object)))',
    tests: postgresTests,
    engine: 'postgres',
  },
  {
    check: 'the password of the database is in no argument of pg_dump',
    file: programs,
    text: "  url.password = ''\n",
    tests: postgresTests,
    engine: 'postgres',
  },
  {
    check: 'only a program that can read the data folder gets a copy of the embedded database',
    file: copies,
    text: '    if (!hasToken(request, token)) {',
    becomes: '    if (!hasToken) {',
    tests: backupTests,
  },
]
