'use client'
import type { StackClientAppJson } from '@portico/client/stack'
import { useAppOfServer, type PorticoClientApp, type PromisedUser } from '@portico/react'
import { useRouter } from 'next/navigation'

/** Creates the app of a page from what the server has sent. */
export function usePageApp<App extends PorticoClientApp>(
  App: new (options: StackClientAppJson) => App,
  json: StackClientAppJson,
  user: PromisedUser | undefined,
): App {
  const redirectMethod = json.redirectMethod === 'nextjs' ? { useNavigate } : json.redirectMethod
  return useAppOfServer(() => new App({ ...json, ...(redirectMethod && { redirectMethod }) }), user)
}

function useNavigate(): (to: string) => void {
  const router = useRouter()
  return (to) => router.push(to)
}
