import { restoreBackup } from './backup/restore.ts'
import type { StandaloneCommand } from './command.ts'
import { withSubscribers } from './subscribers.ts'

/** Restores a backup into an empty database. */
export const restoreCommand: StandaloneCommand = {
  name: 'restore',
  summary: 'Restores a backup into an empty database. Then start the service.',
  argument: 'file',
  options: { json: { type: 'boolean', summary: 'Prints the result as JSON.' } },
  async runAlone({ print, readSettings }, { argument, switches }) {
    const isJson = switches.has('json')
    const settings = readSettings()
    const header = await restoreBackup({
      settings,
      file: argument ?? '',
      clock: { now: () => new Date() },
      withSubscribers,
      onStep: (sentence) => {
        if (!isJson) print(sentence)
      },
    })
    if (isJson) {
      print(JSON.stringify({ file: argument, ...header }))
      return 0
    }
    print(`The backup of ${header.created_at} is restored. Start the service with the same settings.`)
    const { base_url: baseUrl } = header.settings
    if (baseUrl !== settings.baseUrl) {
      print(
        `The service had the base URL ${baseUrl}; PORTICO_BASE_URL is ${settings.baseUrl}. Apps, tokens and links in sent mails name the old one.`,
      )
    }
    return 0
  },
}
