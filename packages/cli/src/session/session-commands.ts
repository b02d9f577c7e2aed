import type { Command } from 'commander'

import { addExample, failMissing } from '../kernel/commands.ts'
import { DEVELOPMENT_SERVICE, readOption, type ProjectOptions } from '../kernel/settings.ts'
import { login, loginAsOwner } from './login.ts'
import { logout } from './logout.ts'
import { whoami, type WhoamiOptions } from './whoami.ts'

/** `login`, `whoami` and `logout`: the session of a user on this computer. */
export function addSessionCommands(program: Command): void {
  addExample(
    addProjectOptions(program.command('login')),
    'portico login --api-url https://auth.example',
    'portico login --app-url https://app.example --api-url https://auth.example --project-id … --publishable-client-key …',
  )
    .description('Sign in through your browser and store the session. Without a project: as an owner of projects.')
    .option('--app-url <url>', 'URL of the application that has the sign-in pages (PORTICO_APP_URL)')
    .action((options: ProjectOptions & { appUrl?: string }, command: Command) => loginOf(options, command))

  addExample(addProjectOptions(program.command('whoami')), 'portico whoami')
    .description('Print the signed-in user.')
    .option('--json', 'print JSON')
    .action((options: WhoamiOptions) => whoami(options))

  addExample(addProjectOptions(program.command('logout')), 'portico logout')
    .description('End the session and remove it from this computer.')
    .action((options: ProjectOptions) => logout(options))
}

function addProjectOptions(command: Command): Command {
  return command
    .option('--project-id <id>', 'the project (PORTICO_PROJECT_ID)')
    .option('--publishable-client-key <key>', 'its publishable client key (PORTICO_PUBLISHABLE_CLIENT_KEY)')
    .option('--api-url <url>', 'URL of the service (PORTICO_API_URL)')
}

async function loginOf(options: ProjectOptions & { appUrl?: string }, command: Command): Promise<void> {
  const projectId = readOption(options.projectId, 'PROJECT_ID')
  const appUrl = readOption(options.appUrl, 'APP_URL')
  const apiUrl = readOption(options.apiUrl, 'API_URL')
  if (projectId === undefined && appUrl === undefined) return loginAsOwner(apiUrl ?? DEVELOPMENT_SERVICE)
  await login({
    appUrl: appUrl ?? failMissing(command, '--app-url', 'APP_URL'),
    projectId: projectId ?? failMissing(command, '--project-id', 'PROJECT_ID'),
    publishableClientKey:
      readOption(options.publishableClientKey, 'PUBLISHABLE_CLIENT_KEY') ??
      failMissing(command, '--publishable-client-key', 'PUBLISHABLE_CLIENT_KEY'),
    apiUrl: apiUrl ?? failMissing(command, '--api-url', 'API_URL'),
  })
}
