import { Command, CommanderError } from 'commander'

import { addExportCommands } from './export/export-commands.ts'
import { addImportCommands } from './import/import-commands.ts'
import { addInitCommands } from './init/init-commands.ts'
import { exitCodes, type ExitCode } from './kernel/exit-codes.ts'
import { explainError } from './kernel/explain.ts'
import { Failure } from './kernel/failure.ts'
import { note } from './kernel/output.ts'
import { ownVersion } from './kernel/version.ts'
import { addOwnerCommands } from './owner/owner-commands.ts'
import { addServiceCommands } from './service/service-commands.ts'
import { addSessionCommands } from './session/session-commands.ts'
import { addUserCommands } from './users/user-commands.ts'
import { addWebhookCommands } from './webhooks/webhook-commands.ts'

/** Runs the command line `args`, which excludes the program name. Returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  try {
    await createProgram().parseAsync(args, { from: 'user' })
    return exitCodes.success
  } catch (error) {
    // Commander has already printed its error or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage
    note(explainError(error))
    return error instanceof Failure ? error.exitCode : exitCodes.failure
  }
}

/** The rooms of the command line, in the order of the help. Each adds its commands. */
const rooms = [
  { title: 'Projects', addCommands: addInitCommands },
  { title: 'Projects', addCommands: addOwnerCommands },
  { title: 'Projects', addCommands: addUserCommands },
  { title: 'Projects', addCommands: addWebhookCommands },
  { title: 'Sign-in', addCommands: addSessionCommands },
  { title: 'Moving', addCommands: addImportCommands },
  { title: 'Moving', addCommands: addExportCommands },
  { title: 'Service', addCommands: addServiceCommands },
] as const

const firstSteps = `
First steps:
  portico dev                          start a service on this computer
  portico login                        sign in as an owner of projects
  portico init --create-project Notes  set up the app in this folder

Exit codes: 0 success, 1 failure, 2 usage error, 3 finished with findings.`

export function createProgram(): Command {
  const program = new Command('portico')
    .description('Portico on the command line.')
    .version(ownVersion())
    .exitOverride()
    .addHelpText('after', firstSteps)
  for (const { title, addCommands } of rooms) addCommands(program.commandsGroup(`${title}:`))
  nameHelpAfterErrors(program, 'portico')
  return program
}

/** A usage error of a command names the help of that command. */
function nameHelpAfterErrors(command: Command, path: string): void {
  command.showHelpAfterError(`Run ${path} --help for usage.`)
  for (const child of command.commands) nameHelpAfterErrors(child, `${path} ${child.name()}`)
}
