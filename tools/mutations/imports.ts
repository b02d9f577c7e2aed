import type { Mutation } from './mutation.ts'

const imports = 'packages/server/src/admin/imports/imports.ts'
const uploads = 'packages/server/src/admin/imports/uploads.ts'
const batches = 'packages/server/src/accounts/import-users.ts'
const moves = 'packages/server/src/flows/password/move-user.ts'
const importTests = ['imports/imports.test']
const uploadTests = ['imports/uploaded-imports.test']
const moveTests = ['password/old-system.test']

/** Imports, their undo, uploaded files, and passwords that move from an old system at a sign-in. */
export const importMutations: readonly Mutation[] = [
  {
    check: 'an undo keeps the users who have signed in since',
    file: 'packages/server/src/records/imports/store.ts',
    text: ' and active_on is null',
    tests: importTests,
  },
  {
    check: 'a dry run cannot be undone',
    file: imports,
    text: "  if (run.isDryRun) throw new PlainError(409, 'A dry run has changed no users, so it cannot be undone.')\n",
    tests: importTests,
  },
  {
    check: 'a run that has ended takes no records',
    file: batches,
    text: "  if (run.state !== 'open') throw new PlainError(409, 'The import has ended. Start a new one.')\n",
    tests: importTests,
  },
  {
    check: 'a dry run creates no users',
    file: batches,
    text: 'run.isDryRun ? this.#writeMarks(run) : this.#write(run)',
    becomes: 'this.#write(run)',
    tests: importTests,
  },
  {
    check: 'a dry run defines no permissions',
    file: batches,
    text: '    if (!isDryRun) {',
    becomes: '    if (record) {',
    tests: importTests,
  },
  {
    check: 'an import does not take over the user of a source id that it has imported',
    file: batches,
    text: '    if (imported)\n      return {',
    becomes: '    if (!this.#seen)\n      return {',
    tests: importTests,
  },
  {
    check: 'an uploaded piece is never replaced by other bytes',
    file: uploads,
    text: '    if (present !== null) {',
    becomes: '    if (!tx) {',
    tests: uploadTests,
  },
  {
    check: 'the files of an import have a size limit',
    file: uploads,
    text: 'run.filesSize + piece.size > IMPORT_FILES_MAX_BYTES',
    becomes: 'run.filesSize + piece.size < 0',
    tests: uploadTests,
  },
  {
    check: 'a project keeps the files of a few imports only',
    file: uploads,
    text: '(await tx.run(countRunsWithFiles(projectId, id))) >= IMPORTS_WITH_FILES_MAX',
    becomes: '(await tx.run(countRunsWithFiles(projectId, id))) < 0',
    tests: uploadTests,
  },
  {
    check: 'files that are being read cannot change',
    file: uploads,
    text: '  if (await isBeingRead(tx, run)) {',
    becomes: '  if (!isBeingRead) {',
    tests: uploadTests,
  },
  {
    check: 'every wrong password counts for the limit of the old system',
    file: moves,
    text: '  await countQuestion(dependencies, call)\n',
    tests: moveTests,
  },
  {
    check: 'the old system checks no password of a user who has one here',
    file: moves,
    text: 'found ? !isMarked : hasMoved',
    becomes: '!found && hasMoved',
    tests: moveTests,
  },
  {
    check: 'an address that has moved does not move again',
    file: moves,
    text: 'found ? !isMarked : hasMoved',
    becomes: 'found && !isMarked',
    tests: moveTests,
  },
  {
    check: 'the second step of the old system is not skipped',
    file: moves,
    text: '    throw needsStep()\n',
    tests: moveTests,
  },
  {
    check: 'an old system that does not answer is no wrong password',
    file: moves,
    text: "  if (answer.outcome !== 'try_again') return { answer, request }\n",
    becomes: "  if (answer.outcome !== 'try_again' || answer.reason) return { answer, request } as never\n",
    tests: moveTests,
  },
  {
    check: 'an address is verified only if the old system says so',
    file: moves,
    text: 'const isVerified = profile?.isEmailVerified ?? false',
    becomes: 'const isVerified = true',
    tests: moveTests,
  },
  {
    check: 'a claim empties a profile of the old system',
    file: moves,
    text: '    isProfileFromProvider: true,\n',
    tests: moveTests,
  },
  {
    check: 'the other owners get a mail about an export with password hashes',
    file: 'packages/server/src/delivery/subscribers/notices.ts',
    text: "  'records.secrets_exported': hashesExported,\n",
    tests: ['project-owners.test'],
  },
]
