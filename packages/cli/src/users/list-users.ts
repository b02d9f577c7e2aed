import { exitCodes } from '../kernel/exit-codes.ts'
import { Failure } from '../kernel/failure.ts'
import { formatTable, note, print, printJson } from '../kernel/output.ts'
import { requireOwnedProject, type OwnedProjectOptions } from '../owner/owner-app.ts'
import { requireUser, type ProjectUser } from './find-user.ts'
import { describeForPrograms, lastActivityOf, printUser } from './present-user.ts'

export interface ListUsersOptions extends OwnedProjectOptions {
  readonly limit: string
  readonly cursor?: string
  readonly sort: string
  readonly oldestFirst?: true
  readonly suspended?: true
  readonly anonymous?: true
}

const orders = { 'signed-up': 'signedUpAt', 'last-active': 'lastActiveAt' } as const
export const sortNames = Object.keys(orders) as readonly (keyof typeof orders)[]

const LIMIT_MAX = 1_000

/** Prints a page of users, and the cursor of the next one. */
export async function listUsers(query: string | undefined, options: ListUsersOptions): Promise<void> {
  const limit = Number(options.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
    throw new Failure(`--limit must be a whole number from 1 to ${LIMIT_MAX}.`, exitCodes.usage)
  }
  const sort = sortNames.find((name) => name === options.sort)
  if (sort === undefined) throw new Failure(`--sort must be ${sortNames.join(' or ')}.`, exitCodes.usage)
  const { app } = await requireOwnedProject(options)
  const page = await app.listUsers({
    limit,
    orderBy: orders[sort],
    desc: !options.oldestFirst,
    includeAnonymous: options.anonymous === true,
    ...(query !== undefined && { query }),
    ...(options.cursor !== undefined && { cursor: options.cursor }),
    ...(options.suspended && { suspended: true }),
  })
  if (options.json) {
    printJson({ items: page.map(describeForPrograms), next_cursor: page.nextCursor })
    return
  }
  if (page.length > 0) print(formatTable(header, page.map(toRow)))
  else if (page.nextCursor === null) note('No users.')
  if (page.nextCursor !== null) note(`There are more users: repeat the command with --cursor ${page.nextCursor}`)
}

export async function showUser(text: string, options: OwnedProjectOptions): Promise<void> {
  const { app } = await requireOwnedProject(options)
  printUser(await requireUser(app, text), options.json === true)
}

const header = ['Id', 'Email', 'Name', 'Signed up', 'Last active', 'State']

function toRow(user: ProjectUser): readonly string[] {
  return [
    user.id,
    user.primaryEmail ?? '-',
    user.displayName ?? '-',
    toDay(user.signedUpAt),
    toDay(lastActivityOf(user)),
    stateOf(user),
  ]
}

function toDay(moment: Date | null): string {
  return moment?.toISOString().slice(0, 10) ?? 'never'
}

function stateOf({ suspension, isAnonymous, primaryEmail, primaryEmailVerified }: ProjectUser): string {
  if (suspension) return 'suspended'
  if (isAnonymous) return 'anonymous'
  return primaryEmail !== null && !primaryEmailVerified ? 'unverified' : ''
}
