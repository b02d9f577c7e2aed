import type * as Stack from '@portico/react/stack'
import { createElement, Suspense, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

type Client = Pick<typeof Stack, 'StackClientApp' | 'StackHandler' | 'StackProvider' | 'StackTheme' | 'useUser'>

/** Renders a minimal host. The code is the same with an official client and, after the migration, with our client. */
export function renderHost({ StackClientApp, StackHandler, StackProvider, StackTheme, useUser }: Client): void {
  const app = new StackClientApp({ tokenStore: 'cookie', redirectMethod: 'window', ...hostOptions })

  function Home(): ReactNode {
    const user = useUser()
    if (!user) return createElement('p', null, 'Signed out')
    const signOut = (): void => void user.signOut()
    return createElement(
      'div',
      null,
      createElement('p', null, `Signed in as ${user.primaryEmail}`),
      createElement('button', { type: 'button', onClick: signOut }, 'Leave'),
    )
  }

  const { pathname } = window.location
  const page = pathname.startsWith('/handler/')
    ? createElement(StackHandler, { app, location: pathname, fullPage: true })
    : createElement(Home)
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id "root".')
  createRoot(root).render(
    createElement(
      Suspense,
      { fallback: 'Loading' },
      createElement(StackProvider, { app, children: createElement(StackTheme, { children: page }) }),
    ),
  )
}
