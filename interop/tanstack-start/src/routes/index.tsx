// #region page
import { useUser, UserButton } from '@portico/react'
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/')({ component: Home })

function Home() {
  const user = useUser()
  return (
    <main>
      <h1>Hello {user?.displayName ?? user?.primaryEmail ?? 'visitor'}</h1>
      <UserButton />
    </main>
  )
}
// #endregion
