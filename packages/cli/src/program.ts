import { Command, CommanderError } from 'commander'

import { explain } from './explain.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { optionOrEnvironment, type ProjectOptions } from './settings.ts'
import { ownVersion } from './version.ts'
import { whoami } from './whoami.ts'

/** What a shell script can tell apart: 1 for everything that did not work out, 2 for a wrong call. */
const EXIT_FAILURE = 1
const EXIT_USAGE = 2

/** Runs one command line, without the name of the program; gives the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has written its own complaint, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE
    process.stderr.write(`${explain(error)}\n`)
    return EXIT_FAILURE
  }
}

function createProgram(): Command {
  const program = new Command('portico')
    .description('Portico on the command line.')
    .version(ownVersion())
    .exitOverride()
    .showHelpAfterError('Run portico --help to see how it is used.')

  forProject(program.command('login'))
    .description('Signs in by way of your browser: shows a link, waits until you confirm there, keeps the session.')
    .option('--app-url <url>', 'address of the application whose sign-in pages you use (PORTICO_APP_URL)')
    .action((options: ProjectOptions & { appUrl?: string }, command: Command) =>
      login({
        appUrl: optionOrEnvironment(options.appUrl, 'APP_URL') ?? missing(command, '--app-url', 'APP_URL'),
        projectId:
          optionOrEnvironment(options.projectId, 'PROJECT_ID') ?? missing(command, '--project-id', 'PROJECT_ID'),
        publishableClientKey:
          optionOrEnvironment(options.publishableClientKey, 'PUBLISHABLE_CLIENT_KEY') ??
          missing(command, '--publishable-client-key', 'PUBLISHABLE_CLIENT_KEY'),
        apiUrl: optionOrEnvironment(options.apiUrl, 'API_URL') ?? missing(command, '--api-url', 'API_URL'),
      }),
    )

  forProject(program.command('whoami'))
    .description('Tells who is signed in.')
    .action((options: ProjectOptions) => whoami(options))

  forProject(program.command('logout'))
    .description('Ends the session, here and on the service.')
    .action((options: ProjectOptions) => logout(options))

  return program
}

function forProject(command: Command): Command {
  return command
    .option('--project-id <id>', 'the project (PORTICO_PROJECT_ID)')
    .option('--publishable-client-key <key>', 'its publishable client key (PORTICO_PUBLISHABLE_CLIENT_KEY)')
    .option('--api-url <url>', 'address of the service (PORTICO_API_URL)')
}

function missing(command: Command, option: string, variable: string): never {
  return command.error(`error: ${option} is missing. Give it, or set PORTICO_${variable} in the environment.`)
}
