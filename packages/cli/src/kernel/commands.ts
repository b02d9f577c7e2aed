import type { Command } from 'commander'

import type { AdminAccess } from './admin-api.ts'
import { readOption } from './settings.ts'

// What the declarations of commands share.

/** The options that select a project for a holder of its super secret admin key. */
export interface AdminCommandOptions {
  readonly projectId?: string
  readonly apiUrl?: string
}

export function addAdminOptions(command: Command): Command {
  return command
    .option('--project-id <id>', 'the project (PORTICO_PROJECT_ID)')
    .option('--api-url <url>', 'URL of the service (PORTICO_API_URL)')
    .addHelpText(
      'after',
      '\nThe super secret admin key of the project is read from PORTICO_SUPER_SECRET_ADMIN_KEY.\nportico keys create <description> --admin creates one.',
    )
}

/** Ends with a usage error if a value is missing. */
export function readAdminAccess(command: Command, options: AdminCommandOptions): AdminAccess {
  return {
    projectId: readOption(options.projectId, 'PROJECT_ID') ?? failMissing(command, '--project-id', 'PROJECT_ID'),
    apiUrl: readOption(options.apiUrl, 'API_URL') ?? failMissing(command, '--api-url', 'API_URL'),
    // Not an option: other users of the computer can see a process's options.
    superSecretAdminKey:
      readOption(undefined, 'SUPER_SECRET_ADMIN_KEY') ??
      command.error('error: Set PORTICO_SUPER_SECRET_ADMIN_KEY in the environment.'),
  }
}

/** Adds an example to the help of a command. Every command has one. */
export function addExample(command: Command, ...lines: readonly string[]): Command {
  const title = lines.length > 1 ? 'Examples' : 'Example'
  return command.addHelpText('after', `\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

export function failMissing(command: Command, option: string, variable: string): never {
  return command.error(`error: ${option} is missing. Pass it, or set PORTICO_${variable} in the environment.`)
}

/** Runs an act until it ends or the program gets a signal. A second Ctrl+C ends the program at once. */
export async function untilStopped<Result>(act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abort)
  try {
    return await act(stop.signal)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, abort)
  }
}
