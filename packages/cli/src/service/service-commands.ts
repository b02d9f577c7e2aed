import type { Command } from 'commander'

import { addExample } from '../kernel/commands.ts'
import { runServer } from './run-server.ts'

/** The commands of `portico-server` for operators. */
const operatorCommands = [
  ['migrate', 'Bring the database to the schema of the installed service.', 'portico migrate'],
  [
    'doctor',
    'Check the settings and the surroundings of the service, and say how to fix what is wrong.',
    'portico doctor',
  ],
  ['backup', 'Write the database into one file, while the service runs.', 'portico backup --out portico.backup'],
  ['restore', 'Restore a backup into an empty database.', 'portico restore portico.backup'],
] as const

/** `dev`, `start` and the commands for operators: the installed package `@portico/server`. */
export function addServiceCommands(program: Command): void {
  const dev = program
    .command('dev')
    .description('Start the service in development mode: sign up in a browser, without a database and mail server.')
    .action(() => start('development'))
  addSettingsHelp(addExample(dev, 'portico dev'))

  const startCommand = program
    .command('start')
    .description('Start the service. The mode is production, unless PORTICO_MODE says otherwise.')
    .action(() => start(process.env['PORTICO_MODE'] ?? 'production'))
  addSettingsHelp(addExample(startCommand, 'DATABASE_URL=postgres://… PORTICO_SECRET=… portico start'))

  for (const [name, description, example] of operatorCommands) {
    const command = program
      .command(name)
      .description(description)
      .argument('[arguments...]', 'passed on to portico-server')
      .allowUnknownOption()
      .action((args: readonly string[]) => runServer([name, ...args]))
    addSettingsHelp(addExample(command, example))
  }
}

function addSettingsHelp(command: Command): void {
  command.addHelpText(
    'after',
    '\nportico-server --help lists the options and settings, which are environment variables.',
  )
}

async function start(mode: string): Promise<void> {
  process.env['PORTICO_MODE'] = mode
  await runServer([])
}
