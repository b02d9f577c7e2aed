import type { Command } from 'commander'

import { addExample } from '../kernel/commands.ts'
import { addOwnedProjectOptions } from '../owner/owner-commands.ts'
import type { OwnedProjectOptions } from '../owner/owner-app.ts'
import {
  createUser,
  deleteUser,
  endSessions,
  suspendUser,
  unsuspendUser,
  updateUser,
  type CreateUserOptions,
  type SuspendOptions,
  type UpdateUserOptions,
} from './change-user.ts'
import { listUsers, showUser, sortNames, type ListUsersOptions } from './list-users.ts'

const USER_HELP =
  '\n<user> is the id of the user or an email address of theirs: the primary one, a verified one, or one for sign-in.'

/** `users`: what an operator does with the users of a project, with the session of `portico login`. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('The users of a project, with the session of portico login.')
  addReadCommands(users)
  addProfileCommands(users)
  addAccessCommands(users)
}

function addReadCommands(users: Command): void {
  addExample(
    addOwnedProjectOptions(users.command('list').argument('[text]', 'part of a name or email address, or an id')),
    'portico users list',
    'portico users list @example.com --sort last-active --limit 100',
  )
    .description('List the users of a project, or search them. Newest first.')
    .option('--limit <count>', 'users per page, at most 1,000', '20')
    .option('--cursor <cursor>', 'continue after the page that names this cursor')
    .option('--sort <order>', sortNames.join(' or '), 'signed-up')
    .option('--oldest-first', 'reverse the order')
    .option('--suspended', 'only suspended users')
    .option('--anonymous', 'anonymous users too')
    .action((text: string | undefined, options: ListUsersOptions) => listUsers(text, options))

  addUserCommand(users, 'show', 'portico users show ada@example.com')
    .description('Show a user.')
    .action((user: string, options: OwnedProjectOptions) => showUser(user, options))
}

function addProfileCommands(users: Command): void {
  addExample(
    addOwnedProjectOptions(users.command('create').argument('<email>', 'the primary email address')),
    'portico users create ada@example.com --name "Ada Lovelace" --verified --email-codes',
  )
    .description('Create a user, who can sign in with the address. Sends no email.')
    .option('--name <name>', 'the display name')
    .option('--verified', 'mark the address as verified. Otherwise the user verifies it')
    .option('--email-codes', 'the user can sign in with a code that is sent to the address')
    .action((email: string, options: CreateUserOptions) => createUser(email, options))

  addUserCommand(
    users,
    'update',
    'portico users update ada@example.com --email ada@example.org --verified',
    'portico users update ada@example.com --server-metadata plan.json',
  )
    .description('Change the profile or the metadata of a user.')
    .option('--name <name>', 'the display name')
    .option('--no-name', 'remove the display name')
    .option('--email <address>', 'the primary email address. It is not verified, unless --verified is passed')
    .option('--verified', 'mark the primary email address as verified')
    .option('--no-verified', 'mark it as not verified')
    .option(
      '--client-metadata <file>',
      'replace the metadata that the user can write; a JSON file, - for standard input',
    )
    .option('--client-read-only-metadata <file>', 'replace the metadata that the user can only read')
    .option('--server-metadata <file>', 'replace the metadata that only servers can read')
    .action((user: string, options: UpdateUserOptions) => updateUser(user, options))
}

function addAccessCommands(users: Command): void {
  addUserCommand(users, 'suspend', 'portico users suspend ada@example.com --reason "Unpaid invoices" --days 30')
    .description('End all sessions of a user and refuse sign-ins.')
    .option('--reason <text>', 'shown to the user at a sign-in')
    .option('--details <text>', 'for operators only')
    .option('--days <days>', 'until the suspension ends (default: until portico users unsuspend)')
    .action((user: string, options: SuspendOptions) => suspendUser(user, options))

  addUserCommand(users, 'unsuspend', 'portico users unsuspend ada@example.com')
    .description('End the suspension of a user.')
    .action((user: string, options: OwnedProjectOptions) => unsuspendUser(user, options))

  addUserCommand(users, 'sign-out', 'portico users sign-out ada@example.com')
    .description('End all sessions of a user, who can sign in again.')
    .action((user: string, options: OwnedProjectOptions) => endSessions(user, options))

  addUserCommand(users, 'delete', 'portico users delete ada@example.com --yes')
    .description('Delete a user with everything that belongs to them. Asks first.')
    .option('--yes', 'delete without asking')
    .action((user: string, options: OwnedProjectOptions & { yes?: true }) => deleteUser(user, options))
}

function addUserCommand(users: Command, name: string, ...examples: readonly string[]): Command {
  const command = addOwnedProjectOptions(users.command(name).argument('<user>')).addHelpText('after', USER_HELP)
  return addExample(command, ...examples)
}
