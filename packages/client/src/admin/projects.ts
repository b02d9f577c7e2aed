import type { EmailConfigRead, ProjectAdminRead, ProjectUpdate } from '@portico/contract'

import { toCamelCase, toSnakeCase } from '@portico/contract/letter-case'
import { type AdminProjectOwners, ownersOf } from './project-owners.ts'
import { CachedResource } from '../resources/resource.ts'
import {
  findProductionModeErrors,
  findProductionModeWarnings,
  type ProductionModeError,
  type ProductionModeWarning,
} from './production-mode.ts'
import type { Ports } from '../transport/ports.ts'
import type { Project } from '../resources/projects.ts'
import type { SendRequest } from '../transport/request.ts'
import { present } from '../transport/present.ts'
import type {
  AdminOAuthProviderOptions,
  AdminProjectConfigFields,
  AdminProjectConfigOptions,
  AdminProjectFields,
  ProjectBrandingOptions,
} from '../transport/record-fields.ts'

/**
 * A provider of the project, with the operator's keys (`shared`) or the project's own (`standard`). The secret is
 * masked.
 */
export type AdminOAuthProviderConfig = AdminOAuthProviderOptions & {
  /** Whether users can sign in with the provider. */
  readonly enabled: boolean
}

/** All settings of a project. An update accepts them as they were read. */
export interface AdminProjectConfig extends AdminProjectConfigFields {
  /** Disabled providers too, with `enabled: false`. */
  readonly oauthProviders: AdminOAuthProviderConfig[]
}

/** Absent settings stay unchanged. A list replaces the whole list. A masked secret keeps the stored one. */
export interface AdminProjectConfigUpdateOptions extends AdminProjectConfigOptions {
  /** Ignored, so that settings can be written back as they were read. */
  id?: string
}

/** The settings that a project is created with. */
interface AdminProjectSettings extends ProjectBrandingOptions {
  /** The name that visitors see on the sign-in page and in mails. */
  displayName?: string
  /** A note of the owners; null removes it. */
  description?: string | null
  /** Trusts only HTTPS pages with a host name that is not localhost; `config.allowLocalhost` is then ignored. */
  isProductionMode?: boolean
  /** The settings to change. Others stay. */
  config?: AdminProjectConfigUpdateOptions
}

/** Changes to a project. Absent fields keep their value. */
export interface AdminProjectUpdateOptions extends AdminProjectSettings {
  /**
   * The `version` of the project that was read. If a setting that this update changes was changed since, the call
   * throws `PROJECT_VERSION_CONFLICT` with the settings, their stored values and who stored them, and writes nothing.
   * Changes of other settings are kept. Absent: the update is always written.
   */
  ifVersion?: number
}

/** The fields of a new project. */
export interface AdminProjectCreateOptions extends AdminProjectSettings {
  /** The name that visitors see on the sign-in page and in mails. */
  displayName: string
}

/** A project with all its settings. A snapshot: read the project again after a change. */
export interface AdminProject extends AdminProjectFields, Project, AdminProjectOwners {
  /** A note of the owners; null without one. */
  readonly description: string | null
  /** Whether mails to users say "by Portico". Absent if the service does not send it. */
  readonly showsPortico?: boolean
  /** All settings. Secrets are masked. */
  readonly config: AdminProjectConfig
  /** Changes the given settings. This object keeps its values. */
  update(options: AdminProjectUpdateOptions): Promise<void>
  /**
   * Deletes the project with everything in it. It cannot be undone. It resolves when the project can no longer be used;
   * the records are removed afterwards (`listProjectDeletions` of the owner). For an owner, it can require a recent
   * sign-in.
   */
  delete(): Promise<void>
  /** Returns what has to change before the project can go into production, computed from this snapshot. */
  getProductionModeErrors(): Promise<ProductionModeError[]>
  /** Returns the shared keys and the shared mail server that it uses, computed from this snapshot. */
  getProductionModeWarnings(): Promise<ProductionModeWarning[]>
}

/** Returns further members of a project, for the object that the app creates. */
export type ExtendProject<Extras = unknown> = (project: AdminProject) => Extras & object

export class AdminProjects<Extras = unknown> {
  /** The project, for hooks. Each change through this object fetches it again or drops it. */
  readonly resource: CachedResource<AdminProject & Extras>
  readonly #request: SendRequest<'admin'>
  readonly #extend: ExtendProject<Extras> | undefined

  constructor(request: SendRequest<'admin'>, ports: Ports, extend: ExtendProject<Extras> | undefined) {
    this.resource = new CachedResource(ports, () => this.read())
    this.#request = request
    this.#extend = extend
  }

  async read(): Promise<AdminProject & Extras> {
    return this.present(await this.#request('GET /internal/projects/current'))
  }

  /** Returns the changed project, so that it is not read again. */
  async update(options: AdminProjectUpdateOptions): Promise<AdminProject & Extras> {
    const read = await this.#request('PATCH /internal/projects/current', { body: updateBodyOf(options) })
    await this.resource.renew()
    return this.present(read)
  }

  present(read: ProjectAdminRead): AdminProject & Extras {
    const { config: readConfig, ...settings } = read
    const { email_config: emailConfig, enabled_oauth_providers: _enabled, ...config } = readConfig
    const fields = {
      ...present(settings),
      // Unchecked cast: the service sends the members that belong to the type of provider, mail server or old system.
      config: toCamelCase({ ...config, email_config: writableEmail(emailConfig) }) as AdminProjectConfig,
    }
    const project: AdminProject = {
      ...fields,
      update: async (options) => void (await this.update(options)),
      delete: async () => {
        await this.#request('DELETE /internal/projects/current')
        await this.resource.renew()
      },
      ...ownersOf(this.#request, async () => {
        await this.resource.renew()
      }),
      getProductionModeErrors: async () => findProductionModeErrors(fields),
      getProductionModeWarnings: async () => findProductionModeWarnings(fields),
    }
    // Unchecked cast: without `extend` there are no further members.
    return { ...project, ...this.#extend?.(project) } as AdminProject & Extras
  }
}

/** An endpoint without the members that the service adds for clients that know only mail servers. */
function writableEmail(read: EmailConfigRead): EmailConfigRead {
  if (read.type !== 'endpoint') return read
  const { host: _host, password: _password, port: _port, username: _username, ...endpoint } = read
  return endpoint
}

/** Converts the options to their wire names. */
export function updateBodyOf({ config, ...options }: AdminProjectUpdateOptions): ProjectUpdate {
  if (!config) return toSnakeCase(options)
  const { id: _readOnly, ...settings } = config
  return toSnakeCase({ ...options, config: settings })
}
