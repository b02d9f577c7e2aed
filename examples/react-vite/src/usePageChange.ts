import { useEffect, useRef, type RefObject } from 'react'

const titles: readonly (readonly [path: string, title: string])[] = [
  ['/groups', 'Reading groups'],
  ['/handler/account-settings', 'Account settings'],
  ['/handler/team-invitation', 'Invitation'],
  ['/handler/sign-in', 'Sign in'],
  ['/handler/sign-up', 'Sign up'],
  ['/handler/sign-out', 'Sign out'],
  ['/handler/forgot-password', 'Reset your password'],
  ['/handler/password-reset', 'Choose a new password'],
  ['/handler/email-verification', 'Verify your email'],
  ['/handler/magic-link-callback', 'Sign in'],
  ['/handler/oauth-callback', 'Signing in'],
  ['/handler/mfa', 'Confirm that it is you'],
  ['/handler/cli-auth-confirm', 'Sign in at the command line'],
  ['/handler/error', 'Something went wrong'],
]

/**
 * Does what a browser does on a page load: sets the document title and moves the focus to the start of the page.
 * Otherwise the focus of keyboard and screen reader users would stay on a removed element.
 *
 * @returns ref for the element that receives the focus
 */
export function usePageChange(path: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    const title = titles.find(([page]) => page === path)?.[1]
    document.title = title === undefined ? 'Marginalia' : `${title} · Marginalia`
    if (shown.current === path) return
    shown.current = path
    // The router has already scrolled to the top. Scrolling to `main` would hide the header on long pages.
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}
