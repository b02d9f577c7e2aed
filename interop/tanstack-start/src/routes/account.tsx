// #region account
import { useUser } from '@portico/react'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { readAccount, rename } from '../account'

export const Route = createFileRoute('/account')({ loader: () => readAccount(), component: Account })

function Account() {
  const { email } = Route.useLoaderData()
  const router = useRouter()
  const user = useUser({ or: 'redirect' })

  async function save(form: FormData) {
    const name = form.get('name')
    if (typeof name !== 'string') return
    await rename({ data: name })
    await router.invalidate()
  }

  return (
    <main>
      <h1>{user.displayName ?? 'No name'}</h1>
      <p>Signed in as {email}</p>
      <form action={save}>
        <label>
          Name <input name="name" defaultValue={user.displayName ?? ''} />
        </label>
        <button>Save</button>
      </form>
      <button onClick={() => void user.signOut()}>Sign out</button>
      <Link to="/">Home</Link>
    </main>
  )
}
// #endregion
