import { stackServerApp } from './stack-server-app.js'

export default async function Home() {
  const user = await stackServerApp.getUser()
  if (!user) return <p>Signed out</p>
  return (
    <>
      <p>{`Signed in as ${user.primaryEmail}`}</p>
      <a href={stackServerApp.urls.signOut}>Leave</a>
    </>
  )
}
