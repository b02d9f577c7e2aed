import type { ServerUser } from '@portico/client/admin'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import { expiresSoon, neverExpires } from './key-expiry.ts'
import { keepNewKeys, ownerDataOf, type NewKeys } from './owner-data.ts'
import { projectAppOf } from './project-apps.ts'
import { useSignedInOwner, type ProjectApp } from './projects.ts'
import { resource } from './resource.ts'

export type RecentRequest = Awaited<ReturnType<ProjectApp['getRecentRequests']>>['requests'][number]

const POLL_MILLIS = 2_000

/** The progress of a new project. */
export interface FirstSteps {
  readonly createdAt: Date
  readonly keysCreatedAt: Date | null
  /** The newest key that can be read and used; null without one. */
  readonly publishableClientKey: string | null
  /** The number of valid key sets that expire soon. */
  readonly expiringKeySets: number
  readonly firstRequest: { readonly at: Date; readonly origin: string | null } | null
  /** The user is null if the user has been deleted since. */
  readonly firstSignIn: { readonly at: Date; readonly userId: string | null; readonly method: string } | null
}

/** The number of steps: project, keys, first request, first sign-in. */
export const FIRST_STEPS = 4

export function countDone({ keysCreatedAt, firstRequest, firstSignIn }: FirstSteps): number {
  return 1 + [keysCreatedAt, firstRequest, firstSignIn].filter(Boolean).length
}

const FAILED_MAX = 5

const firstSteps = resource('first-steps', {
  reads: {
    progress: async ({ app }): Promise<FirstSteps> => {
      const [project, keySets, { firstRequest, firstSignIn }] = await Promise.all([
        app.getProject(),
        app.listInternalApiKeys(),
        app.getRecentRequests(),
      ])
      const valid = keySets.filter((set) => set.isValid())
      return {
        createdAt: project.createdAt,
        keysCreatedAt: valid.at(-1)?.createdAt ?? null,
        publishableClientKey: valid.flatMap((set) => set.publishableClientKey?.value ?? [])[0] ?? null,
        expiringKeySets: valid.filter(({ expiresAt }) => expiresSoon(expiresAt)).length,
        firstRequest,
        firstSignIn,
      }
    },
    user: async ({ app }, userId: string | null) => app.getUser(userId ?? ''),
    failed: async ({ app }): Promise<RecentRequest[]> =>
      [...(await app.getRecentRequests({ outcome: 'failed' })).requests].slice(0, FAILED_MAX),
  },
})

/** Reads the progress of the project: once, and every two seconds while it is watched, until the first sign-in. */
export function useFirstSteps({
  isWatched,
  isNeeded = true,
}: {
  readonly isWatched: boolean
  readonly isNeeded?: boolean
}): UseQueryResult<FirstSteps> {
  return firstSteps.useRead('progress', [], {
    isNeeded,
    staleTime: isWatched ? 0 : Infinity,
    repeatsAfter: (steps) => (isWatched && !steps?.firstSignIn ? POLL_MILLIS : false),
  })
}

/** The user of the first sign-in. */
export function useFirstUser(userId: string | null): UseQueryResult<ServerUser | null> {
  return firstSteps.useRead('user', [userId], { isNeeded: userId !== null })
}

/** The newest requests that failed, or whose answer the browser withheld from the page. */
export function useFailedRequests(): UseQueryResult<RecentRequest[]> {
  return firstSteps.useRead('failed', [], { repeatsAfter: () => POLL_MILLIS })
}

/** Returns a function that creates the keys of the first steps and keeps them while the room shows them. */
export function useCreateFirstKeys(): (projectId: string, description: string) => Promise<NewKeys> {
  const owner = useSignedInOwner()
  const client = useQueryClient()
  return async (projectId, description) => {
    const created = await projectAppOf(owner, projectId).createInternalApiKey({
      description,
      // Users cannot sign in to an app whose keys have expired, so only the owner sets an expiry.
      expiresAt: neverExpires(),
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: false,
    })
    const { publishableClientKey, secretServerKey } = created
    if (publishableClientKey === undefined || secretServerKey === undefined) {
      throw new Error('The service has created a key set without the keys that were asked for.')
    }
    const keys = { projectId, publishableClientKey, secretServerKey }
    keepNewKeys(keys)
    await client.invalidateQueries({ queryKey: [projectId] })
    return keys
  }
}

/** The new keys of a project, while the page still has them. */
export function useNewKeys(projectId: string): NewKeys | null {
  const { id } = useSignedInOwner()
  return ownerDataOf(id).newKeys.useValue((keys) => (keys?.projectId === projectId ? keys : null))
}
