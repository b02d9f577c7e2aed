import { stackServerApp } from '../stack-server-app.js'

/** Finds a user by address, renames the user on the server, and answers with what the server then reads. */
export async function POST(request) {
  const { email, displayName } = await request.json()
  const found = await stackServerApp.listUsers({ query: email })
  const user = await stackServerApp.getUser(found[0].id)
  await user.update({ displayName, serverMetadata: { shelf: 'travel' } })
  const changed = await stackServerApp.getUser(user.id)
  const { primaryEmail, serverMetadata } = changed
  return Response.json({ count: found.length, primaryEmail, displayName: changed.displayName, serverMetadata })
}
