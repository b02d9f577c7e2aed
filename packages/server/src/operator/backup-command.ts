import { writeBackup } from './backup/backup.ts'
import type { StandaloneCommand } from './command.ts'
import { noteBackup } from './note-backup.ts'

const PROGRESS_MILLIS = 2_000

/** Writes everything in the database into one file, while the service runs. */
export const backupCommand: StandaloneCommand = {
  name: 'backup',
  summary: 'Writes the database into one file, while the service runs.',
  options: {
    out: { type: 'string', summary: 'The file. It must not exist.', isRequired: true },
    json: { type: 'boolean', summary: 'Prints the result as JSON.' },
  },
  async runAlone({ print, readSettings, version }, { switches, texts }) {
    const isJson = switches.has('json')
    const { out: file = '' } = texts
    let printedAt = performance.now()
    const { bytes, checksum, header } = await writeBackup({
      settings: readSettings(),
      version,
      file,
      clock: { now: () => new Date() },
      noteBackup,
      onProgress: (written) => {
        if (isJson || performance.now() - printedAt < PROGRESS_MILLIS) return
        printedAt = performance.now()
        print(`${inMegabytes(written)} written`)
      },
    })
    if (isJson) print(JSON.stringify({ file, bytes, sha256: checksum, ...header }))
    else {
      print(
        [
          `The backup is in ${file}: ${inMegabytes(bytes)}, schema version ${header.schema_version}.`,
          `Its checksum is ${checksum}.`,
          'It can be restored only with the present PORTICO_SECRET, which it does not contain. Keep the secret in a different place.',
        ].join('\n'),
      )
    }
    return 0
  },
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
