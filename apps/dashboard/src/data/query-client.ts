import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

/** Whether the service failed. Errors of the caller are not retried, and the SDK itself retries failed connections. */
function isWorthARetry(failures: number, error: unknown): boolean {
  const { statusCode } = error as { statusCode?: unknown }
  return failures < 1 && typeof statusCode === 'number' && statusCode >= 500
}

/** @param onError called for each read and change that fails */
export function createQueryClient(onError: (error: unknown) => void = () => {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // In the default mode, an offline query or mutation waits without an error. The SDK reports that the browser is
      // offline.
      queries: { networkMode: 'always', staleTime: 5_000, retry: isWorthARetry, refetchOnWindowFocus: true },
      // A finished mutation is forgotten, because it has what was typed, such as a password.
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  })
}

/**
 * Marks every read of a project as stale, because a change can affect all of them, such as the audit log. A page that
 * shows a stale read repeats it. A read that is already running began before the change, so it starts again.
 */
export async function markChanged(client: QueryClient, projectId: string): Promise<void> {
  await client.invalidateQueries({ queryKey: [projectId], refetchType: 'none' })
  void client.refetchQueries({ queryKey: [projectId], predicate: ({ state }) => state.fetchStatus === 'fetching' })
}

/** The data of visitors. That of an owner is in `owner-data.ts`. */
export const visitorQueries = createQueryClient()
