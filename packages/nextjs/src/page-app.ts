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
    // On localhost, an app on another port may have set it.
    const lifetime = window.location.protocol === 'https:' ? '' : '; Max-Age=0'
    document.cookie = `stack-is-https=true; Path=/; SameSite=Lax; Secure${lifetime}`
  }, [])
  const redirectMethod = json.redirectMethod === 'nextjs' ? { useNavigate } : json.redirectMethod
  return useAppOfServer(() => new App({ ...json, ...(redirectMethod && { redirectMethod }) }), user)
}

function useNavigate(): (to: string) => void {
  const router = useRouter()
  return (to) => router.push(to)
}
