import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'
import type { PagePath } from './handler-path.ts'

/** A page whose code is loaded when it is first needed. */
export interface LazyPage<Props> {
  /** Renders at once if the code is here, else suspends. */
  readonly Component: ComponentType<Props>
  readonly isLoaded: () => boolean
  readonly load: () => Promise<void>
}

/** One entry per page: whoever signs in downloads nothing of the others. */
export const lazyPages = {
  'sign-in': lazyPage(async () => (await import('../auth/SignIn.tsx')).SignIn),
  'sign-up': lazyPage(async () => (await import('../auth/SignUp.tsx')).SignUp),
  'sign-out': lazyPage(async () => (await import('../pages/SignOut.tsx')).SignOut),
  'email-verification': lazyPage(async () => (await import('../pages/EmailVerification.tsx')).EmailVerification),
  'password-reset': lazyPage(async () => (await import('../pages/PasswordReset.tsx')).PasswordReset),
  'forgot-password': lazyPage(async () => (await import('../pages/ForgotPassword.tsx')).ForgotPassword),
  error: lazyPage(async () => (await import('../pages/ErrorPage.tsx')).ErrorPage),
} as const satisfies Record<PagePath, unknown>

function lazyPage<Props extends object>(importPage: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  let loaded: ComponentType<Props> | null = null
  const load = async (): Promise<ComponentType<Props>> => (loaded ??= await importPage())
  const Suspending = lazy(async () => ({ default: await load() }))

  function Page(props: Props): ReactNode {
    // Chosen once: another component in this place would lose what has been typed.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Suspending)
    return createElement(Component, props)
  }

  return { Component: Page, isLoaded: () => loaded !== null, load: async () => void (await load()) }
}
