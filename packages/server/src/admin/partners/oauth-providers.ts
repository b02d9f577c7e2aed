import type { Call } from '../../kernel/call.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import type { OAuthProviderConfig, Project } from '../../records/projects/project.ts'
import { SECRET_MASK } from '../../records/projects/secret-mask.ts'
import type { ConfigUpdate } from '../projects/config-update.ts'
import { changeSettings, type ProjectDependencies } from '../projects/projects.ts'
import type { SettingsCall } from '../projects/takeover-settings.ts'

type ProviderUpdate = NonNullable<ConfigUpdate['oauthProviders']>[number]

/** The fields of a provider that a call sends. */
export interface ProviderFields {
  readonly type?: 'shared' | 'standard' | undefined
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly facebookConfigId?: string | undefined
  readonly microsoftTenantId?: string | undefined
}

/**
 * Adds a provider.
 *
 * @throws PlainError 400 if the project has it, SCHEMA_ERROR for fields that do not fit the type, and the errors of
 *   `changeSettings`
 */
export async function addProvider(
  dependencies: ProjectDependencies,
  call: Call & SettingsCall,
  id: ProviderUpdate['id'],
  fields: ProviderFields,
): Promise<OAuthProviderConfig> {
  const changed = await changeSettings(dependencies, call, ({ config: { oauthProviders } }) => {
    if (oauthProviders.some((known) => known.id === id)) {
      throw new PlainError(400, `The project has the provider ${id} already. Change it with PATCH.`)
    }
    return updateOf([...oauthProviders.map(unchanged), merged(id, null, fields)])
  })
  return findProvider(changed, id)
}

/** @throws PlainError 404, and the errors of `addProvider` */
export async function changeProvider(
  dependencies: ProjectDependencies,
  call: Call & SettingsCall,
  id: ProviderUpdate['id'],
  fields: ProviderFields,
): Promise<OAuthProviderConfig> {
  const changed = await changeSettings(dependencies, call, (present) => {
    const known = findProvider(present, id)
    return updateOf(
      present.config.oauthProviders.map((one) => (one === known ? merged(id, known, fields) : unchanged(one))),
    )
  })
  return findProvider(changed, id)
}

/** @throws PlainError 404, and the errors of `changeSettings` */
export async function removeProvider(
  dependencies: ProjectDependencies,
  call: Call & SettingsCall,
  id: ProviderUpdate['id'],
): Promise<void> {
  await changeSettings(dependencies, call, (present) => {
    const known = findProvider(present, id)
    return updateOf(present.config.oauthProviders.filter((one) => one !== known).map(unchanged))
  })
}

function updateOf(oauthProviders: ProviderUpdate[]): { config: ConfigUpdate } {
  return { config: { oauthProviders } }
}

function findProvider({ config }: Project, id: string): OAuthProviderConfig {
  const found = config.oauthProviders.find((provider) => provider.id === id)
  if (!found) throw new PlainError(404, `The project does not have the provider ${id}.`)
  return found
}

/** The update that keeps a stored provider, with the mask in place of its secret. */
function unchanged(provider: OAuthProviderConfig): ProviderUpdate {
  return merged(provider.id as ProviderUpdate['id'], provider, {})
}

/**
 * Returns the update of a provider with the fields of a call. Other fields keep their stored values.
 *
 * @param known the stored provider; null for a new one
 * @throws SCHEMA_ERROR for fields that do not fit the type
 */
function merged(
  id: ProviderUpdate['id'],
  known: OAuthProviderConfig | null,
  { type = known?.type ?? 'shared', clientId, clientSecret, facebookConfigId, microsoftTenantId }: ProviderFields,
): ProviderUpdate {
  const enabled = known?.enabled ?? true
  if (type === 'shared') {
    const own = { clientId, clientSecret, facebookConfigId, microsoftTenantId }
    for (const [name, value] of Object.entries(own)) {
      if (value !== undefined) throw unfit(name, 'belongs to the type standard. Send `"type": "standard"` too')
    }
    return { id, type, enabled }
  }
  const stored = known?.type === 'standard' ? known : null
  const fields = {
    clientId: clientId ?? stored?.clientId,
    clientSecret: clientSecret ?? (stored?.clientSecretSealed === undefined ? undefined : SECRET_MASK),
    facebookConfigId: facebookConfigId ?? stored?.facebookConfigId,
    microsoftTenantId: microsoftTenantId ?? stored?.microsoftTenantId,
  }
  if (fields.clientId === undefined) throw unfit('clientId', 'must be defined for the type standard')
  if (fields.clientSecret === undefined) throw unfit('clientSecret', 'must be defined for the type standard')
  return { id, type, enabled, ...fields, clientId: fields.clientId, clientSecret: fields.clientSecret }
}

function unfit(field: string, problem: string): KnownError {
  return new KnownError('SCHEMA_ERROR', {
    message: `The request has a provider that cannot work:\n  - body.${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} ${problem}`,
  })
}
