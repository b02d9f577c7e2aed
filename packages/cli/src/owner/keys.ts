import { requireConfirmation } from '../kernel/confirm.ts'
import { Failure } from '../kernel/failure.ts'
import { formatTable, note, print, printJson } from '../kernel/output.ts'
import { toPlainText } from '../kernel/plain-text.ts'
import { readDays } from '../kernel/settings.ts'
import { requireOwnedProject, type OwnedProjectOptions } from './owner-app.ts'

export interface CreateKeysOptions extends OwnedProjectOptions {
  readonly client?: true
  readonly server?: true
  readonly admin?: true
  readonly days: string
}

/** How long keys are valid, unless `--days` says otherwise. */
export const KEY_DAYS = '365'

export async function listKeys(options: OwnedProjectOptions): Promise<void> {
  const project = await requireOwnedProject(options)
  const sets = (await project.app.listInternalApiKeys()).map((set) => ({
    id: set.id,
    description: set.description,
    kinds: [
      ...(set.publishableClientKey ? ['client'] : []),
      ...(set.secretServerKey ? ['server'] : []),
      ...(set.superSecretAdminKey ? ['admin'] : []),
    ],
    state: set.whyInvalid() ?? 'valid',
    expires_at: set.expiresAt.toISOString(),
  }))
  if (options.json) {
    printJson(sets)
    return
  }
  const rows = sets.map(({ id, description, kinds, state, expires_at: end }) => [
    id,
    description,
    kinds.join(', '),
    state,
    end,
  ])
  if (rows.length === 0) note('The project has no keys. Create some with portico keys create <description>.')
  else print(formatTable(['Id', 'Description', 'Kinds', 'State', 'Expires'], rows))
}

/** Creates a set of keys and prints it. The secret ones cannot be read again. */
export async function createKeys(description: string, options: CreateKeysOptions): Promise<void> {
  const expiresAt = readDays(options.days)
  const isDefault = !options.client && !options.server && !options.admin
  const project = await requireOwnedProject(options)
  const set = await project.app.createInternalApiKey({
    description,
    expiresAt,
    hasPublishableClientKey: isDefault || options.client === true,
    hasSecretServerKey: isDefault || options.server === true,
    hasSuperSecretAdminKey: options.admin === true,
  })
  const keys = Object.entries({
    publishable_client_key: set.publishableClientKey,
    secret_server_key: set.secretServerKey,
    super_secret_admin_key: set.superSecretAdminKey,
  }).filter(([, key]) => key !== undefined)
  if (options.json) {
    printJson({
      id: set.id,
      project_id: project.id,
      expires_at: set.expiresAt.toISOString(),
      ...Object.fromEntries(keys),
    })
    return
  }
  print(`PORTICO_PROJECT_ID=${project.id}`)
  for (const [name, key] of keys) print(`PORTICO_${name.toUpperCase()}=${key}`)
  note('The secret keys cannot be shown again.')
}

export async function revokeKeys(id: string, options: OwnedProjectOptions & { readonly yes?: true }): Promise<void> {
  const project = await requireOwnedProject(options)
  const set = (await project.app.listInternalApiKeys()).find((other) => other.id === id)
  if (!set) throw new Failure(`The project has no keys with the id ${id}. List them with portico keys list.`)
  const name = toPlainText(set.description)
  await requireConfirmation(`Revoke the keys "${name}"? What uses them stops working.`, options.yes === true)
  await set.revoke()
  if (options.json) printJson({ id, is_revoked: true })
  else print(`The keys "${name}" are revoked.`)
}
