import { PorticoClientApp } from '@portico/client'

// Project, key and address of the service come from the environment. Nothing is kept: see `portico login` for that.
const app = new PorticoClientApp({
  tokenStore: null,
  // What the page that confirms calls this program.
  extraRequestHeaders: { 'user-agent': 'cli-login-example' },
})

// The application that has the sign-in pages, as its users know it.
const login = await app.promptCliLogin({
  appUrl: process.env.PORTICO_APP_URL ?? 'http://127.0.0.1:4101',
  promptLink: (url) => process.stdout.write(`Open this page and confirm that it is you:\n${url}\n`),
})

if (login.status === 'error') {
  process.stderr.write(`${login.error.message}\n`)
  process.exitCode = 1
} else {
  const tokenStore = { accessToken: null, refreshToken: login.data }
  const user = await app.getUser({ tokenStore, or: 'throw' })
  process.stdout.write(`Hello, ${user.displayName ?? user.primaryEmail ?? user.id}!\n`)
  // What this program wanted to do as the user is done; a session that nobody holds should not stay in their list.
  await user.signOut()
}
