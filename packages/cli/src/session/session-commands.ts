import { Option, type Command } from 'commander'

import { addExample, failMissing } from '../kernel/commands.ts'
import { DEVELOPMENT_SERVICE, readOption, type ProjectOptions } from '../kernel/settings.ts'
import { OWNERS_PROJECT } from './credentials.ts'
import { login, loginAsOwner } from './login.ts'
import { logout } from './logout.ts'
import { whoami, type WhoamiOptions } from './whoami.ts'

interface SessionOptions extends ProjectOptions {
  readonly owner?: true
}

type LoginCommandOptions = SessionOptions & { readonly appUrl?: string }

/** `login`, `whoami` and `logout`: the session of a user on this computer. */
export function addSessionCommands(program: Command): void {
  addExample(
    addSessionOptions(program.command('login'), `default for owners: ${DEVELOPMENT_SERVICE}`),
    'portico login --api-url https://auth.example',
    'portico login --app-url https://app.example --api-url https://auth.example --project-id … --publishable-client-key …',
  )
    .description('Sign in through your browser and store the session: without a project as an owner of projects.')
    .option('--app-url <url>', 'URL of the application that has the sign-in pages (PORTICO_APP_URL)')
    .action((options: LoginCommandOptions, command: Command) => loginOf(options, command))

  addExample(addSessionOptions(program.command('whoami'), LATEST_LOGIN), 'portico whoami')
    .description('Print the signed-in user.')
    .option('--json', 'print JSON')
    .action((options: WhoamiOptions & SessionOptions) => whoami(withOwner(options)))

  addExample(addSessionOptions(program.command('logout'), LATEST_LOGIN), 'portico logout')
    .description('End the session and remove it from this computer.')
    .action((options: SessionOptions) => logout(withOwner(options)))
}

const LATEST_LOGIN = 'default: that of the latest login'

function addSessionOptions(command: Command, defaultService: string): Command {
  const owner = 'as an owner of projects, also if the variables name the project of an app'
  return command
    .addOption(new Option('--owner', owner).conflicts(['projectId', 'publishableClientKey', 'appUrl']))
    .option('--project-id <id>', 'the project (PORTICO_PROJECT_ID)')
    .option('--publishable-client-key <key>', 'its publishable client key (PORTICO_PUBLISHABLE_CLIENT_KEY)')
    .option('--api-url <url>', `URL of the service (PORTICO_API_URL, ${defaultService})`)
}

function withOwner<Options extends SessionOptions>(options: Options): Options {
  return options.owner ? { ...options, projectId: OWNERS_PROJECT } : options
}

async function loginOf(options: LoginCommandOptions, command: Command): Promise<void> {
  const projectId = readOption(options.projectId, 'PROJECT_ID')
  const appUrl = readOption(options.appUrl, 'APP_URL')
  const apiUrl = readOption(options.apiUrl, 'API_URL')
  if (options.owner || (projectId === undefined && appUrl === undefined)) {
    await loginAsOwner(apiUrl ?? DEVELOPMENT_SERVICE)
    return
  }
  // Without an option, the variables of an app have chosen the project.
  if (appUrl === undefined && options.projectId === undefined) {
    command.error(
      'error: PORTICO_PROJECT_ID is set. Pass --owner to sign in as an owner, or --app-url for that project.',
    )
  }
  await login({
    appUrl: appUrl ?? failMissing(command, '--app-url', 'APP_URL'),
    projectId: projectId ?? failMissing(command, '--project-id', 'PROJECT_ID'),
    publishableClientKey:
      readOption(options.publishableClientKey, 'PUBLISHABLE_CLIENT_KEY') ??
      failMissing(command, '--publishable-client-key', 'PUBLISHABLE_CLIENT_KEY'),
    apiUrl: apiUrl ?? failMissing(command, '--api-url', 'API_URL'),
  })
}
