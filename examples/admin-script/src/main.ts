import { readFile } from 'node:fs/promises'

import {
  type AdminOwnedProject,
  type CurrentInternalUser,
  type InternalApiKeyFirstView,
  PorticoInternalApp,
} from '@portico/client/admin'

import { type ImportSummary, importUsers, parseUsers } from './import-users.ts'

const DAY_MILLIS = 24 * 60 * 60_000

const settings = {
  projectName: 'Book club',
  domain: 'https://books.example.com',
  keySet: 'Backend',
}

// The environment supplies the service URL and the publishable key for the project "internal".
const internal = new PorticoInternalApp({ tokenStore: 'memory' })
const users = parseUsers(await readFile(process.argv[2] ?? new URL('../users.json', import.meta.url), 'utf8'))

const signIn = await internal.signInWithCredential({
  email: readVariable('OWNER_EMAIL'),
  password: readVariable('OWNER_PASSWORD'),
})
if (signIn.status === 'error') fail(signIn.error.message)

const owner = await internal.getUser({ or: 'throw' })
try {
  const project = await findOrCreateProject(owner)
  print(`Project ${project.displayName}: ${project.id}`)
  await configure(project)
  // Keys first: creating them needs a recent sign-in, and an import can take long.
  const keys = await createKeySetOnce(project)
  print(keys ? `Store these keys, they are not shown again:\n${environmentOf(project.id, keys)}` : 'It has keys.')
  report(await importUsers(project.app, users, (done) => print(`Users: ${done} of ${users.length}`)))
} finally {
  await owner.signOut()
}

/** A script that runs again finds the project that it created before. */
async function findOrCreateProject(by: CurrentInternalUser): Promise<AdminOwnedProject> {
  const owned = await by.listOwnedProjects()
  const known = owned.find(({ displayName }) => displayName === settings.projectName)
  return known ?? by.createProject({ displayName: settings.projectName })
}

/** Switches the sign-in methods on and adds the domain. Other settings stay, but a list replaces the whole list. */
async function configure(project: AdminOwnedProject): Promise<void> {
  const { domains } = project.config
  const isTrusted = domains.some(({ domain }) => domain === settings.domain)
  await project.update({
    config: {
      credentialEnabled: true,
      magicLinkEnabled: true,
      passkeyEnabled: true,
      domains: isTrusted ? domains : [...domains, { domain: settings.domain, handlerPath: '/handler' }],
    },
  })
}

/** Returns null if the project has a valid set: only hashes of its keys are stored, so they cannot be read. */
async function createKeySetOnce({ app }: AdminOwnedProject): Promise<InternalApiKeyFirstView | null> {
  const known = await app.listInternalApiKeys()
  if (known.some((keySet) => keySet.description === settings.keySet && keySet.isValid())) return null
  return app.createInternalApiKey({
    description: settings.keySet,
    expiresAt: new Date(Date.now() + 365 * DAY_MILLIS),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: false,
  })
}

/** The variables that the SDK reads in the backend of the project. */
function environmentOf(projectId: string, keys: InternalApiKeyFirstView): string {
  return [
    `PORTICO_PROJECT_ID=${projectId}`,
    `PORTICO_PUBLISHABLE_CLIENT_KEY=${keys.publishableClientKey}`,
    `PORTICO_SECRET_SERVER_KEY=${keys.secretServerKey}`,
  ].join('\n')
}

function report({ created, known, failed }: ImportSummary): void {
  print(`Created ${created} users. ${known} existed already.`)
  for (const { email, reason } of failed) process.stderr.write(`${email}: ${reason}\n`)
  if (failed.length > 0) process.exitCode = 1
}

function readVariable(name: string): string {
  return process.env[name] || fail(`Set ${name}.`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
