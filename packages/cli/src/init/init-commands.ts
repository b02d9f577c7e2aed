import type { Command } from 'commander'

import { addExample } from '../kernel/commands.ts'
import { init, type InitOptions } from './init.ts'

/** `init`: Portico in the app of a developer. */
export function addInitCommands(program: Command): void {
  const command = program
    .command('init')
    .argument('[folder]', 'the folder of the app (default: the current one)')
    .description('Set Portico up in an app: packages, files, and the keys of a project.')
    .option('--next', 'the app uses Next.js with the App Router')
    .option('--react', 'the app uses React with Vite')
    .option('--js', 'the app uses neither')
    .option('--client', 'with --js: code that runs in a browser')
    .option('--server', 'with --js: code that runs on a server')
    .option('--npm', 'install with npm')
    .option('--pnpm', 'install with pnpm')
    .option('--yarn', 'install with Yarn')
    .option('--bun', 'install with Bun')
    .option('--neon', 'also install the database driver of Neon')
    .option('--project-id <id>', 'the project (PORTICO_PROJECT_ID)')
    .option('--publishable-client-key <key>', 'its publishable client key (PORTICO_PUBLISHABLE_CLIENT_KEY)')
    .option(
      '--api-url <url>',
      'URL of the service (PORTICO_API_URL, default: that of the app, else http://127.0.0.1:4100)',
    )
    .option('--create-project <name>', 'create a project and its keys, with the session of portico login')
    .option('--create-keys', 'create keys of an existing project: --project-id, or the one of portico project use')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--yes', 'write without asking')
    .option('--no-browser', 'do not open the dashboard at the end')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nThe secret server key of the project is read from PORTICO_SECRET_SERVER_KEY.')
    .action((folder: string | undefined, options: InitOptions) => init(folder, options))
  addExample(
    command,
    'portico init',
    'portico init my-app --react --npm --yes',
    'portico init --create-project Notes',
    'portico init --dry-run',
  )
}
