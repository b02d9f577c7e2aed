import { readFileSync } from 'node:fs'

import {
  label,
  nonEmptyText,
  parsePart,
  permissionDefinitionCreate,
  projectConfigUpdate,
  projectId,
  trustedDomain,
} from '@portico/contract'
import { z } from 'zod'

import { sharedProviderProblems } from '../../records/projects/shared-provider.ts'
import { errorCode, StartupProblem } from '../../kernel/startup-problem.ts'
import { findDomainProblem } from '../../records/projects/trusted-origins.ts'
import { isMasked } from '../../records/projects/secret-mask.ts'
import { toCamelCase } from '@portico/contract/letter-case'
import { findOldSystemProblem } from '../../records/projects/old-system.ts'
import { findSenderProblem } from '../../records/projects/sender-problem.ts'
import { listIssuerProblems } from './issuer-update.ts'

const seededProject = z.strictObject({
  id: projectId,
  display_name: label.optional(),
  description: label.optional(),
  keys: z
    .strictObject({
      publishable_client_key: nonEmptyText.optional(),
      secret_server_key: nonEmptyText.optional(),
      super_secret_admin_key: nonEmptyText.optional(),
    })
    .optional(),
  config: projectConfigUpdate.optional(),
  team_permission_definitions: z.array(permissionDefinitionCreate).optional(),
  project_permission_definitions: z.array(permissionDefinitionCreate).optional(),
})

const sharedProvider = z.strictObject({
  client_id: nonEmptyText,
  client_secret: nonEmptyText,
  issuer: trustedDomain.optional(),
  authorization_url: trustedDomain.optional(),
  token_url: trustedDomain.optional(),
  userinfo_url: trustedDomain.optional(),
})

const seedFile = z.strictObject({
  projects: z.array(seededProject).optional(),
  shared_oauth_providers: z.record(z.string(), sharedProvider).optional(),
})

export type Seed = z.output<typeof seedFile>
export type SeededProject = z.output<typeof seededProject>

const SECRET_KEY_MIN_CHARACTERS = 32

/** The suffix of every key that this repository publishes, such as those of the demo. */
const publishedKey = /local_development_only$/

/** Reads the file of `PORTICO_SEED`. If there are problems, returns all of them as sentences and an empty seed. */
export function readSeedFile(file: string, isProduction: boolean): { seed: Seed; problems: readonly string[] } {
  let text: string
  let value: unknown
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    return { seed: {}, problems: [`names ${file}, which ${reason}.`] }
  }
  try {
    value = JSON.parse(text)
  } catch {
    // The parser's message quotes the text, which contains secrets.
    return { seed: {}, problems: [`names ${file}, which is not JSON.`] }
  }
  const parsed = parsePart('seed', seedFile, value)
  const problems = parsed.ok ? seedProblems(parsed.value, isProduction) : parsed.lines
  if (parsed.ok && problems.length === 0) return { seed: parsed.value, problems: [] }
  return { seed: {}, problems: problems.map((problem) => `(${file}): ${problem}`) }
}

/** @throws StartupProblem with all problems of the seed */
export function requireSoundSeed(seed: Seed, isProduction: boolean): void {
  const problems = seedProblems(seed, isProduction)
  if (problems.length === 0) return
  throw new StartupProblem(
    `The seed has problems:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    'Fix the seed and restart. Nothing was applied.',
  )
}

/** The problems of a seed that its schema does not find. */
function seedProblems(seed: Seed, isProduction: boolean): string[] {
  const projects = seed.projects ?? []
  return [
    ...repeatedIds(projects),
    ...sharedKeys(projects),
    ...projects.flatMap(maskedSecrets),
    ...projects.flatMap(uselessBotCheck),
    ...projects.flatMap(uselessDomains),
    ...projects.flatMap((project) => uselessSender(project, isProduction)),
    ...projects.flatMap((project) => uselessOldSystem(project, isProduction)),
    ...projects.flatMap((project) => uselessIssuers(project, isProduction)),
    ...Object.entries(seed.shared_oauth_providers ?? {}).flatMap(([id, entry]) => sharedProviderProblems(id, entry)),
    ...(isProduction ? projects.flatMap(insecureKeys) : []),
  ]
}

function repeatedIds(projects: readonly SeededProject[]): string[] {
  const ids = projects.map(({ id }) => id)
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index))
  return [...repeated].map((id) => `The seed contains the project ${id} more than once. Merge the entries.`)
}

function sharedKeys(projects: readonly SeededProject[]): string[] {
  const owners = new Map<string, string>()
  const problems: string[] = []
  for (const { id, keys } of projects) {
    for (const [name, key] of Object.entries(keys ?? {})) {
      const owner = owners.get(`${name} ${key}`)
      if (owner === undefined) owners.set(`${name} ${key}`, id)
      else if (owner !== id) {
        problems.push(
          `The ${name} of the project ${id} already belongs to ${owner}. Use different keys for each project.`,
        )
      }
    }
  }
  return problems
}

/** Settings that were read from the service have masks in place of secrets. A seed must contain the secrets. */
function maskedSecrets({ id, config }: SeededProject): string[] {
  const email = config?.email_config
  const clientSecrets = (config?.oauth_providers ?? [])
    .filter((provider) => provider.type === 'standard' && isMasked(provider.client_secret))
    .map((provider) => `the client_secret of the provider ${provider.id}`)
  const issuers = config?.oidc_providers ?? []
  const ofIssuers = issuers.flatMap(({ authentication: one, id: issuerId }) => {
    const secret = 'client_secret' in one ? one.client_secret : one.private_key
    return secret !== undefined && isMasked(secret) ? [`the secret of the issuer ${issuerId}`] : []
  })
  const oldSystem = config?.old_system
  const ofOldSystem =
    oldSystem && 'secret' in oldSystem && oldSystem.secret !== undefined && isMasked(oldSystem.secret)
      ? ['the secret of old_system']
      : []
  const check = config?.bot_check
  const ofCheck = check?.type === 'turnstile' && isMasked(check.secret_key) ? ['the secret_key of bot_check'] : []
  const masked = [...maskedOfEmailConfig(email), ...ofOldSystem, ...ofCheck, ...clientSecrets, ...ofIssuers].map(
    (name) => `The project ${id} has a mask in place of ${name}. Replace it with the secret.`,
  )
  const withoutSecret = Object.entries({ email_config: email, old_system: oldSystem }).flatMap(([name, endpoint]) =>
    endpoint?.type === 'endpoint' && endpoint.secret === undefined
      ? [`The project ${id} has no secret in its ${name}. Use whsec_ and 24 random bytes in base64.`]
      : [],
  )
  return [...masked, ...withoutSecret]
}

function maskedOfEmailConfig(email: NonNullable<SeededProject['config']>['email_config']): string[] {
  if (email?.type === 'endpoint')
    return email.secret !== undefined && isMasked(email.secret) ? ['the secret of email_config'] : []
  if (email?.type !== 'standard') return []
  return [
    ...(isMasked(email.password) ? ['the password of email_config'] : []),
    ...(email.dkim && isMasked(email.dkim.private_key) ? ['the private_key of dkim in email_config'] : []),
  ]
}

/** The policy of the dashboard permits no script of another host. */
function uselessBotCheck({ id, config }: SeededProject): string[] {
  return id === 'internal' && config?.bot_check?.type === 'turnstile'
    ? ['The project internal has the bot_check turnstile, which the dashboard cannot load. Use proof_of_work.']
    : []
}

function uselessDomains({ id, config }: SeededProject): string[] {
  return (config?.domains ?? []).flatMap(({ domain, handler_path: handlerPath }) => {
    const found = findDomainProblem({ domain, handlerPath })
    return found ? [`The project ${id} has the trusted domain "${domain}", whose ${found.field} ${found.problem}.`] : []
  })
}

/** A mask is reported as a separate problem. */
function uselessSender({ id, config }: SeededProject, isProduction: boolean): string[] {
  const email = config?.email_config
  if (!email || email.type === 'shared') return []
  const problem = findSenderProblem({ mode: isProduction ? 'production' : 'development' }, toCamelCase(email))
  return problem === null ? [] : [`The project ${id} has an email_config whose ${problem}.`]
}

/** A mask is reported as a separate problem. */
function uselessOldSystem({ id, config }: SeededProject, isProduction: boolean): string[] {
  if (!config?.old_system) return []
  const mode = isProduction ? 'production' : 'development'
  const problem = findOldSystemProblem({ mode }, toCamelCase(config.old_system))
  return problem === null ? [] : [`The project ${id} has an old_system whose ${problem}.`]
}

function uselessIssuers({ id, config }: SeededProject, isProduction: boolean): string[] {
  const issuers = toCamelCase(config?.oidc_providers ?? [])
  const problems = listIssuerProblems(isProduction ? 'production' : 'development', issuers)
  return problems.map(({ index, problem }) => `The project ${id} has oidc_providers, of which [${index}].${problem}.`)
}

/** Keys that are not secret in production: short keys can be guessed, and the keys of this repository are public. */
function insecureKeys({ id, keys }: SeededProject): string[] {
  const secrets = [keys?.secret_server_key, keys?.super_secret_admin_key]
  const isShort = secrets.some((key) => key !== undefined && key.length < SECRET_KEY_MIN_CHARACTERS)
  const isPublished = Object.values(keys ?? {}).some((key) => key !== undefined && publishedKey.test(key))
  return [
    ...(isShort
      ? [
          `The project ${id} has a secret key of fewer than ${SECRET_KEY_MIN_CHARACTERS} characters. Use random keys, for example from: openssl rand -hex 32`,
        ]
      : []),
    ...(isPublished
      ? [
          `The project ${id} has the key of a demo, which is public and for development only. Use random keys, for example from: openssl rand -hex 32`,
        ]
      : []),
  ]
}
