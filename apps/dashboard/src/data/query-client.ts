import { QueryClient } from '@tanstack/react-query'

/** Whether the service failed. Errors of the caller are not retried, and the SDK itself retries failed connections. */
function isWorthARetry(failures: number, error: unknown): boolean {
  const { statusCode } = error as { statusCode?: unknown }
  return failures < 1 && typeof statusCode === 'number' && statusCode >= 500
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // In the default mode, an offline query waits without an error. The SDK reports that the browser is offline.
      queries: { networkMode: 'always', staleTime: 5_000, retry: isWorthARetry, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
}

/** The data of visitors. That of an owner is in `owner-data.ts`. */
export const visitorQueries = createQueryClient()
