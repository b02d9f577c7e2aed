// #region page
import type { ReactNode } from 'react'
import { type ActionFunctionArgs, data, Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requireUser } from '../portico.server.ts'

export async function loader({ request }: LoaderFunctionArgs): Promise<{ name: string }> {
  const user = await requireUser(request)
  return { name: user.displayName ?? user.primaryEmail ?? 'Reader' }
}

export async function action({ request }: ActionFunctionArgs): Promise<unknown> {
  const user = await requireUser(request)
  const displayName = (await request.formData()).get('name')
  if (typeof displayName !== 'string' || !displayName.trim()) return data({ error: 'Enter a name.' }, { status: 400 })
  await user.update({ displayName })
  return null
}

export default function Account(): ReactNode {
  const { name } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>Hello, {name}</h1>
      <Form method="post">
        <input name="name" aria-label="Name" required />
        <button>Rename</button>
      </Form>
    </main>
  )
}
// #endregion
