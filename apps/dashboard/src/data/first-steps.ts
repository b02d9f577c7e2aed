import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import { keepNewKeys, type NewKeys } from './new-keys.ts'
import { projectAppOf, useCurrentProject, useSignedInOwner } from './projects.ts'

const POLL_MILLIS = 2_000
const KEYS_LIVE_YEARS = 1

/** How far a new project has come. */
export interface FirstSteps {
  readonly createdAt: Date
  readonly keysCreatedAt: Date | null
  readonly firstUser: {
    readonly id: string
    readonly displayName: string | null
    readonly primaryEmail: string | null
    readonly profileImageUrl: string | null
    readonly signedUpAt: Date
  } | null
}

/** Reads the progress of the project, every two seconds until the first sign-in. */
export function useFirstSteps(): UseQueryResult<FirstSteps> {
  const { id, app } = useCurrentProject()
  return useQuery({
    queryKey: [id, 'first-steps'],
    queryFn: async (): Promise<FirstSteps> => {
      const [project, keySets, users] = await Promise.all([
        app.getProject(),
        app.listInternalApiKeys(),
        app.listUsers({ limit: 1, orderBy: 'signedUpAt', desc: false }),
      ])
      const oldestKeySet = keySets.filter((set) => set.isValid()).at(-1)
      return {
        createdAt: project.createdAt,
        keysCreatedAt: oldestKeySet?.createdAt ?? null,
        firstUser: users[0] ?? null,
      }
    },
    refetchInterval: ({ state }) => (state.data?.firstUser ? false : POLL_MILLIS),
  })
}

/** Returns a function that creates the keys of the first steps and keeps them while the room shows them. */
export function useCreateFirstKeys(): (projectId: string, description: string) => Promise<NewKeys> {
  const owner = useSignedInOwner()
  const client = useQueryClient()
  return async (projectId, description) => {
    const expiresAt = new Date()
    expiresAt.setFullYear(expiresAt.getFullYear() + KEYS_LIVE_YEARS)
    const created = await projectAppOf(owner, projectId).createInternalApiKey({
      description,
      expiresAt,
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: false,
    })
    const { publishableClientKey, secretServerKey } = created
    if (publishableClientKey === undefined || secretServerKey === undefined) {
      throw new Error('The service has created a key set without the keys that were asked for.')
    }
    const keys = { publishableClientKey, secretServerKey }
    keepNewKeys({ ...keys, projectId })
    await client.invalidateQueries({ queryKey: [projectId] })
    return keys
  }
}
