import type { SendRequest } from '../transport/request.ts'
import { present } from '../transport/present.ts'
import type { ProjectBrandingFields, ProjectConfigFields, ProjectFields } from '../transport/record-fields.ts'

/**
 * The branding of a project on cards, on pages of the service and in mails. Members are absent if the service does not
 * send them.
 */
export interface ProjectBranding extends ProjectBrandingFields {}

/** The public data of a project. */
export interface Project extends ProjectFields, ProjectBranding {
  /** The settings that every visitor may know. */
  readonly config: ProjectConfig
}

/** What every visitor may know about the settings of a project: the sign-in methods and what users may do. */
export interface ProjectConfig extends ProjectConfigFields {
  /** Only enabled providers. */
  readonly oauthProviders: readonly { readonly id: string }[]
  /**
   * The enabled OpenID Connect issuers by URL; empty if the service does not send them. `signInWithOAuth` accepts their
   * ids.
   */
  readonly oidcProviders: readonly {
    /** `custom:` and a name. */
    readonly id: string
    /** The name that visitors see. */
    readonly displayName: string
    /** Its icon; null without one. */
    readonly iconUrl: string | null
  }[]
  /**
   * Whether an address can lead to the connection of a team, see `findConnection`. Only the project as visitors read it
   * has this field.
   */
  readonly hasConnectionDomains?: boolean
  /** Trusted domains outside the origin of the page; empty if the service does not send them. */
  readonly domains: readonly { readonly domain: string; readonly handlerPath: string }[]
}

/** Services with the first release of the protocol do not send this setting, the issuers and the domains. */
const additions = { memberRoleManagementEnabled: false }

export async function getProject(request: SendRequest): Promise<Project> {
  const { config, ...project } = await request('GET /projects/current')
  const { domains, oidc_providers: issuers, ...settings } = config
  return {
    ...present(project),
    config: {
      ...additions,
      ...present(settings, { enabled_oauth_providers: 'oauthProviders' }),
      oidcProviders: (issuers ?? []).map((read) => present(read)),
      domains: (domains ?? []).map((read) => present(read)),
    },
  }
}
