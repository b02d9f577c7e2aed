import { PorticoClientApp } from '@portico/client'

// The environment supplies the project, its key and the URL of the service. `portico login` shows how to store a
// session.
const app = new PorticoClientApp({
  tokenStore: null,
  // The name of this program on the confirmation page.
  extraRequestHeaders: { 'user-agent': 'cli-login-example' },
})

// `appUrl` is the application that has the sign-in pages.
const login = await app.promptCliLogin({
  appUrl: process.env.PORTICO_APP_URL ?? 'http://127.0.0.1:4101',
  promptLink: (url) => process.stdout.write(`Open this page and confirm the sign-in:\n${url}\n`),
})

if (login.status === 'error') {
  process.stderr.write(`${login.error.message}\n`)
  process.exitCode = 1
} else {
  const tokenStore = { accessToken: null, refreshToken: login.data }
  const user = await app.getUser({ tokenStore, or: 'throw' })
  process.stdout.write(`Hello, ${user.displayName ?? user.primaryEmail ?? user.id}!\n`)
  // This program does not store the token, so end the session and remove it from the user's list of sessions.
  await user.signOut()
}
