'use client'
import type { StackClientAppJson } from '@portico/client/stack'
import { useAppOfServer, type PorticoClientApp, type PromisedUser } from '@portico/react'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Creates the app of a page from what the server has sent. */
export function usePageApp<App extends PorticoClientApp>(
  App: new (options: StackClientAppJson) => App,
  json: StackClientAppJson,
  user: PromisedUser | undefined,
): App {
  useEffect(() => {
    if (window.location.protocol === 'https:') document.cookie = 'stack-is-https=true; Path=/; SameSite=Lax; Secure'
  }, [])
  const redirectMethod = json.redirectMethod === 'nextjs' ? { useNavigate } : json.redirectMethod
  return useAppOfServer(() => new App({ ...json, ...(redirectMethod && { redirectMethod }) }), user)
}

function useNavigate(): (to: string) => void {
  const router = useRouter()
  return (to) => router.push(to)
}
