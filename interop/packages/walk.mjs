// Runs in a folder that contains only the packed packages, on a Node that the test chooses. Writes its results as JSON.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { PorticoClientApp } from '@portico/client'
import { PorticoServerApp } from '@portico/client/server'
import { createTestPortico, someEmail, TEST_PASSWORD } from '@portico/testkit'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { PorticoProvider } from '@portico/react'

const portico = await createTestPortico({ isListening: true })
const project = await portico.createProject()
const email = someEmail()
const options = {
  projectId: project.id,
  publishableClientKey: project.keys.publishable_client_key,
  baseUrl: portico.baseUrl,
  urls: { home: 'http://localhost:3000/' },
}
const app = new PorticoClientApp({ ...options, tokenStore: 'memory' })
const signedUp = await app.signUpWithCredential({
  email,
  password: TEST_PASSWORD,
  noRedirect: true,
  verificationCallbackUrl: 'http://localhost:3000/handler/email-verification',
})
const user = await app.getUser()
const server = new PorticoServerApp({
  ...options,
  secretServerKey: project.keys.secret_server_key,
  tokenStore: null,
})
const users = await server.listUsers()
const { subject } = await portico.mailbox.latest(email)
await portico.close()

const version = await promisify(execFile)(process.execPath, ['node_modules/portico/dist/main.js', '--version'])
process.stdout.write(
  JSON.stringify({
    signUp: signedUp.status,
    isOwnAddress: user?.primaryEmail === email,
    users: users.length,
    hasMail: subject.length > 0,
    cli: version.stdout.trim(),
    page: renderToString(createElement(PorticoProvider, { app }, 'a page')),
  }),
)
