import { canonicalEmail } from '@portico/contract/email-address'

import { exitCodes } from '../kernel/exit-codes.ts'
import { Failure } from '../kernel/failure.ts'
import type { OwnedProject } from '../owner/owner-app.ts'

/** The administration of a project with its owner's rights. */
export type ProjectApp = OwnedProject['app']
export type ProjectUser = Awaited<ReturnType<ProjectApp['listUsers']>>[number]

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const PAGE_USERS = 100

/**
 * Finds the user with an id or an address: the primary one, a verified one, or one to sign in with. Anyone can add
 * another address.
 *
 * @throws Failure if there is none, or if several users have the address
 */
export async function requireUser(app: ProjectApp, text: string): Promise<ProjectUser> {
  if (UUID.test(text)) {
    const user = await app.getUser(text)
    if (user) return user
    throw new Failure(`The project has no user with the id ${text}.`)
  }
  const address = canonicalEmail(text)
  if (address === null) {
    throw new Failure(`"${text}" is neither the id nor the email address of a user.`, exitCodes.usage)
  }
  const [user, ...others] = await findUsersWithAddress(app, address)
  if (!user) {
    throw new Failure(
      `No user has the email address ${address} as the primary one, verified or for sign-in. Search all addresses and names with portico users list ${address}.`,
    )
  }
  if (others.length === 0) return user
  const ids = [user, ...others].map(({ id }) => id)
  throw new Failure(`${ids.length} users have the email address ${address}. Choose one by its id: ${ids.join(', ')}.`)
}

async function hasAddress(user: ProjectUser, address: string): Promise<boolean> {
  if (user.primaryEmail === address) return true
  const channels = await user.listContactChannels()
  return channels.some(({ isVerified, usedForAuth, value }) => value === address && (isVerified || usedForAuth))
}

/** The search also finds users of whom a longer address or the name has the text. */
async function findUsersWithAddress(app: ProjectApp, address: string): Promise<readonly ProjectUser[]> {
  const found: ProjectUser[] = []
  let cursor: string | undefined
  do {
    const page: Awaited<ReturnType<ProjectApp['listUsers']>> = await app.listUsers({
      query: address,
      includeAnonymous: true,
      limit: PAGE_USERS,
      ...(cursor !== undefined && { cursor }),
    })
    for (const user of page) if (await hasAddress(user, address)) found.push(user)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}
