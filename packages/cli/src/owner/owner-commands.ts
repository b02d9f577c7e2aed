import type { Command } from 'commander'

import { addExample } from '../kernel/commands.ts'
import { pullConfiguration, pushConfiguration, type PullOptions, type PushOptions } from './configuration.ts'
import { createKeys, KEY_DAYS, listKeys, revokeKeys, type CreateKeysOptions } from './keys.ts'
import type { OwnedProjectOptions, OwnerOptions } from './owner-app.ts'
import { createProject, listProjects, showProject, useProject } from './projects.ts'

/** `project` and `keys`: what the owner of a project does, with the session of `portico login`. */
export function addOwnerCommands(program: Command): void {
  addProjectCommands(program.command('project').description('Your projects, with the session of portico login.'))
  addKeyCommands(program.command('keys').description('The keys of a project, with the session of portico login.'))
}

function addProjectCommands(project: Command): void {
  addExample(addOwnerOptions(project.command('list')), 'portico project list')
    .description('List the projects that you own.')
    .action((options: OwnerOptions) => listProjects(options))

  addExample(addOwnerOptions(project.command('create').argument('<name>')), 'portico project create Notes')
    .description('Create a project, which the next commands act on.')
    .action((name: string, options: OwnerOptions) => createProject(name, options))

  addExample(addOwnerOptions(project.command('use').argument('<id>')), 'portico project use 6fbbf22e-…')
    .description('Choose the project that the next commands act on.')
    .action((id: string, options: OwnerOptions) => useProject(id, options))

  addExample(addOwnedProjectOptions(project.command('show')), 'portico project show')
    .description('Show a project.')
    .action((options: OwnedProjectOptions) => showProject(options))

  const config = project.command('config').description('The configuration of a project, as a document.')

  addExample(addOwnedProjectOptions(config.command('pull')), 'portico project config pull --out portico.json')
    .description('Write the configuration of a project, without its secrets.')
    .option('--out <file>', 'the file (default: standard output)')
    .action((options: PullOptions) => pullConfiguration(options))

  addExample(
    addOwnedProjectOptions(config.command('push').argument('<file>')),
    'portico project config push portico.json --dry-run',
    'portico project config push portico.json --yes',
  )
    .description('Show what a document changes in a project, ask, and change it.')
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'change without asking')
    .option('--delete-missing', 'delete permissions and email templates that the document does not contain')
    .action((file: string, options: PushOptions) => pushConfiguration(file, options))
}

function addKeyCommands(keys: Command): void {
  addExample(addOwnedProjectOptions(keys.command('list')), 'portico keys list')
    .description('List the sets of keys of a project.')
    .action((options: OwnedProjectOptions) => listKeys(options))

  addExample(addOwnedProjectOptions(keys.command('create').argument('<description>')), 'portico keys create "my app"')
    .description('Create keys and print them once.')
    .option('--client', 'a publishable client key (default: this and --server)')
    .option('--server', 'a secret server key')
    .option('--admin', 'a super secret admin key')
    .option('--days <days>', 'until the keys expire', KEY_DAYS)
    .action((description: string, options: CreateKeysOptions) => createKeys(description, options))

  addExample(addOwnedProjectOptions(keys.command('revoke').argument('<id>')), 'portico keys revoke 0b5c… --yes')
    .description('Revoke a set of keys for good.')
    .option('--yes', 'revoke without asking')
    .action((id: string, options: OwnedProjectOptions & { yes?: true }) => revokeKeys(id, options))
}

function addOwnerOptions(command: Command): Command {
  return command
    .option('--api-url <url>', 'URL of the service (PORTICO_API_URL, default: that of the latest login)')
    .option('--json', 'print JSON')
}

export function addOwnedProjectOptions(command: Command): Command {
  return addOwnerOptions(command).option('--project-id <id>', 'the project (default: the one of portico project use)')
}
