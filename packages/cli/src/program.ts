import { Command, CommanderError } from 'commander'

import { explainError } from './kernel/explain.ts'
import { listen } from './webhooks/listen.ts'
import { login } from './session/login.ts'
import { logout } from './session/logout.ts'
import { readOption, type ProjectOptions } from './kernel/settings.ts'
import { ownVersion } from './kernel/version.ts'
import { whoami } from './session/whoami.ts'

/** Exit codes that shell scripts can distinguish: 1 for a failed command, 2 for a usage error. */
const EXIT_FAILURE = 1
const EXIT_USAGE = 2

/** Runs the command line `args`, which excludes the program name. Returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed its error or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE
    process.stderr.write(`${explainError(error)}\n`)
    return EXIT_FAILURE
  }
}

function createProgram(): Command {
  const program = new Command('portico')
    .description('Portico on the command line.')
    .version(ownVersion())
    .exitOverride()
    .showHelpAfterError('Run portico --help for usage.')

  addProjectOptions(program.command('login'))
    .description('Sign in through your browser and store the session.')
    .option('--app-url <url>', 'URL of the application that has the sign-in pages (PORTICO_APP_URL)')
    .action((options: ProjectOptions & { appUrl?: string }, command: Command) =>
      login({
        appUrl: readOption(options.appUrl, 'APP_URL') ?? failMissing(command, '--app-url', 'APP_URL'),
        projectId: readOption(options.projectId, 'PROJECT_ID') ?? failMissing(command, '--project-id', 'PROJECT_ID'),
        publishableClientKey:
          readOption(options.publishableClientKey, 'PUBLISHABLE_CLIENT_KEY') ??
          failMissing(command, '--publishable-client-key', 'PUBLISHABLE_CLIENT_KEY'),
        apiUrl: readOption(options.apiUrl, 'API_URL') ?? failMissing(command, '--api-url', 'API_URL'),
      }),
    )

  addProjectOptions(program.command('whoami'))
    .description('Print the signed-in user.')
    .action((options: ProjectOptions) => whoami(options))

  addProjectOptions(program.command('logout'))
    .description('End the session and remove it from this computer.')
    .action((options: ProjectOptions) => logout(options))

  program
    .command('listen')
    .description('Forward the webhooks of a project to a server on this computer, until Ctrl+C.')
    .option('--forward <url>', 'where the events go, such as http://localhost:3000/hooks')
    .option('--events <types>', 'types of events, separated by commas (default: the standard events)')
    .option('--secret <secret>', 'signs with this secret (default: a new one)')
    .option('--project-id <id>', 'the project (PORTICO_PROJECT_ID)')
    .option('--api-url <url>', 'URL of the service (PORTICO_API_URL)')
    .addHelpText('after', '\nThe super secret admin key of the project is read from PORTICO_SUPER_SECRET_ADMIN_KEY.')
    .action((options: CommandOptions<'forward' | 'events' | 'secret' | 'projectId' | 'apiUrl'>, command: Command) =>
      untilStopped((signal) =>
        listen(
          {
            forward:
              options.forward ?? command.error('error: --forward is missing, such as http://localhost:3000/hooks.'),
            projectId:
              readOption(options.projectId, 'PROJECT_ID') ?? failMissing(command, '--project-id', 'PROJECT_ID'),
            apiUrl: readOption(options.apiUrl, 'API_URL') ?? failMissing(command, '--api-url', 'API_URL'),
            // Not an option: other users of the computer see the options of a process.
            superSecretAdminKey:
              readOption(undefined, 'SUPER_SECRET_ADMIN_KEY') ??
              command.error('error: Set PORTICO_SUPER_SECRET_ADMIN_KEY in the environment.'),
            eventTypes: options.events?.split(',').map((type) => type.trim()),
            secret: options.secret,
          },
          signal,
        ),
      ),
    )

  return program
}

type CommandOptions<Name extends string> = { readonly [Each in Name]?: string }

/** Runs an act until it ends or the program is told to stop. */
async function untilStopped(act: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abort)
  await act(stop.signal)
}

function addProjectOptions(command: Command): Command {
  return command
    .option('--project-id <id>', 'the project (PORTICO_PROJECT_ID)')
    .option('--publishable-client-key <key>', 'its publishable client key (PORTICO_PUBLISHABLE_CLIENT_KEY)')
    .option('--api-url <url>', 'URL of the service (PORTICO_API_URL)')
}

function failMissing(command: Command, option: string, variable: string): never {
  return command.error(`error: ${option} is missing. Pass it, or set PORTICO_${variable} in the environment.`)
}
