import { buildFilterFile } from '../platform/breached-passwords/filter-file.ts'
import type { StandaloneCommand } from './command.ts'

const EXIT_CODE_OF_MISUSE = 2

/** Creates the file of breached passwords for a service that must not query another one. */
export const breachedCommand: StandaloneCommand = {
  name: 'breached',
  summary: 'Makes the file of breached passwords for PORTICO_BREACHED_PASSWORDS from a published list.',
  argument: 'build',
  options: {
    from: {
      type: 'string',
      summary: 'The list: a SHA-1 digest per line, such as that of Pwned Passwords.',
      isRequired: true,
    },
    to: { type: 'string', summary: 'The file to write.', isRequired: true },
  },
  async runAlone({ print }, { argument, texts }) {
    if (argument !== 'build') {
      print(`"${argument}" is not an act of this command. Use: portico-server breached build --from <list> --to <file>`)
      return EXIT_CODE_OF_MISUSE
    }
    const { from = '', to = '' } = texts
    const built = await buildFilterFile(from, to, ({ lines, pass }) => {
      print(`Pass ${pass} of 2: ${lines.toLocaleString('en')} lines`)
    })
    if ('badLine' in built) {
      print(`Line ${built.badLine} of ${from} does not begin with a SHA-1 digest. Nothing was written.`)
      return 1
    }
    const megabytes = (built.bytes / 1_000_000).toFixed(1)
    print(
      `${to} has ${built.passwords.toLocaleString('en')} passwords in ${megabytes} MB. Set PORTICO_BREACHED_PASSWORDS to it.`,
    )
    return 0
  },
}
