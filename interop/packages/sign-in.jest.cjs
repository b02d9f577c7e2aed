/* global expect, test */
// Runs in Jest with its default settings, in a folder in which only the packed packages are installed.
const { KnownErrors, PorticoClientApp } = require('@portico/client')
const { PorticoServerApp } = require('@portico/client/server')
const { PorticoProvider, SignIn } = require('@portico/react')
const { createElement } = require('react')
const { renderToString } = require('react-dom/server')

const { secretServerKey, ...options } = JSON.parse(process.env.PORTICO_PROJECT)
const email = 'ada@example.com'
const password = 'correct horse battery staple'

test('signs up, refuses a wrong password, signs in and renders the page', async () => {
  const app = new PorticoClientApp({ ...options, tokenStore: 'memory' })
  await app.signUpWithCredential({
    email,
    password,
    noRedirect: true,
    verificationCallbackUrl: `${options.urls.home}handler/email-verification`,
  })
  const visitor = new PorticoClientApp({ ...options, tokenStore: 'memory' })
  const refused = await visitor.signInWithCredential({ email, password: 'wrong', noRedirect: true })
  const signedIn = await visitor.signInWithCredential({ email, password, noRedirect: true })
  const user = await visitor.getUser()
  const server = new PorticoServerApp({ ...options, secretServerKey, tokenStore: null })
  const page = renderToString(createElement(PorticoProvider, { app }, createElement(SignIn)))

  expect(KnownErrors.EmailPasswordMismatch.isInstance(refused.error)).toBe(true)
  expect(signedIn.status).toBe('ok')
  expect(user.primaryEmail).toBe(email)
  expect(await server.listUsers()).toHaveLength(1)
  expect(page).toContain('class="portico-card"')
})
