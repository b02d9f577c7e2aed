'use client'
// #region client-component
import { useUser } from '@portico/nextjs'
import Link from 'next/link'

/** The user is already in the HTML of the server: `useUser` waits for no request of the browser. */
export function Greeting() {
  const user = useUser()
  if (user) return <p className="flex h-10 items-center">Welcome back, {user.displayName ?? user.primaryEmail}.</p>
  return (
    <p className="flex gap-3">
      <Link href="/handler/sign-up" className="button button-primary">
        Sign up
      </Link>
      <Link href="/handler/sign-in" className="button">
        Sign in
      </Link>
    </p>
  )
}
// #endregion
