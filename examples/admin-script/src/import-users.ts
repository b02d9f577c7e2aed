import { KnownErrors, type PorticoAdminApp, StatusError } from '@portico/client/admin'

/** Calls that run at the same time. More of them would only wait in the service. */
const PARALLEL_CALLS = 8
const PROGRESS_EVERY = 100

/** A user as the previous service exported it. */
export interface ImportedUser {
  readonly email: string
  readonly displayName: string
  /** Whether the previous service has verified the address. */
  readonly isVerified: boolean
  /** Absent: the user sets a password through "Forgot password", or signs in by mail. */
  readonly passwordHash?: string
}

export interface ImportSummary {
  readonly created: number
  /** Users whose address has an account already, such as that of an earlier run. */
  readonly known: number
  readonly failed: readonly { readonly email: string; readonly reason: string }[]
}

/** @throws if the text is not a list of users */
export function parseUsers(text: string): readonly ImportedUser[] {
  const list: unknown = JSON.parse(text)
  if (Array.isArray(list) && list.every(isUser)) return list
  throw new Error('The file must be a JSON array of objects with `email`, `displayName` and `isVerified`.')
}

/**
 * Creates the users who do not exist yet, so that an interrupted import can run again. The service decides which ones
 * exist: two imports at the same time create no user twice.
 */
export async function importUsers(
  app: PorticoAdminApp<false>,
  users: readonly ImportedUser[],
  onProgress: (done: number) => void,
): Promise<ImportSummary> {
  const summary = { created: 0, known: 0, failed: [] as { email: string; reason: string }[] }
  let done = 0
  await forEachInParallel(users, async (user) => {
    const outcome = await importUser(app, user)
    if (outcome === 'created' || outcome === 'known') summary[outcome] += 1
    else summary.failed.push({ email: user.email, reason: outcome.reason })
    done += 1
    if (done % PROGRESS_EVERY === 0 || done === users.length) onProgress(done)
  })
  return summary
}

async function importUser(
  app: PorticoAdminApp<false>,
  { email, displayName, isVerified, passwordHash }: ImportedUser,
): Promise<'created' | 'known' | { readonly reason: string }> {
  try {
    await app.createUser({
      primaryEmail: email,
      primaryEmailVerified: isVerified,
      primaryEmailAuthEnabled: true,
      displayName,
      ...(passwordHash !== undefined && { passwordHash }),
    })
    return 'created'
  } catch (error) {
    if (KnownErrors.UserWithEmailAlreadyExists.isInstance(error)) return 'known'
    // A row that the service refuses must not stop the others. Anything else, such as a lost connection, does.
    if (error instanceof StatusError && error.statusCode === 400) return { reason: error.message }
    throw error
  }
}

async function forEachInParallel<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: PARALLEL_CALLS }, async () => {
      for (const item of queue) await act(item)
    }),
  )
}

function isUser(value: unknown): value is ImportedUser {
  return (
    typeof value === 'object' &&
    value !== null &&
    'email' in value &&
    typeof value.email === 'string' &&
    'displayName' in value &&
    typeof value.displayName === 'string' &&
    'isVerified' in value &&
    typeof value.isVerified === 'boolean' &&
    (!('passwordHash' in value) || typeof value.passwordHash === 'string')
  )
}
