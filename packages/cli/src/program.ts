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

/** Each room of the command line adds its commands, in the order of the help. */
export function createProgram(): Command {
  const program = new Command('portico')
    .description('Portico on the command line.')
    .version(ownVersion())
    .exitOverride()
    .showHelpAfterError('Run portico --help for usage.')
  addInitCommands(program)
  addServiceCommands(program)
  addSessionCommands(program)
  addOwnerCommands(program)
  addUserCommands(program)
  addImportCommands(program)
  addExportCommands(program)
  addWebhookCommands(program)
  return program
}
