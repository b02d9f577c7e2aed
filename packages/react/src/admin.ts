/**
 * The SDK for administration with hooks, for components that only the server renders, and for the pages of project
 * owners. A page must not import it with keys.
 */
import {
  findProductionModeErrors,
  PorticoAdminApp as AdminApp,
  porticoAppInternalsSymbol,
  type AdminProject,
  type AdminProjectPermissionDefinition,
  type AdminTeamPermissionDefinition,
  type AdminListedEmailTemplate,
  type AdminEmailTemplateListOptions,
  type IncomingRequest,
  type InternalApiKey,
  type PorticoAdminAppOptions,
  type ProductionModeError,
  type ProjectMetrics,
  type WebhookEndpoint,
  type WebhookPortalOptions,
} from '@portico/client/admin'
import { recordHooks } from './app/record-hooks.ts'
import { withHooks, type RequestScopeWithHooks } from './app/RequestScopeWithHooks.ts'
import { addServerHooks, type ServerAppWithHooks } from './app/server-hooks.ts'
import { useShared } from './app/shared-resource.ts'

export { createAccessTokenVerifier, KnownError, KnownErrors, verifyWebhook } from '@portico/client/admin'
export type * from '@portico/client/admin'
export type { RequestScopeWithHooks } from './app/RequestScopeWithHooks.ts'
export type { ServerHookUserOptions } from './app/server-hooks.ts'
export type * from './app/server-records.ts'

// An alias without the `use` prefix: lint rules report hooks that are called inside a class.
const show = useShared

interface ProjectHooks {
  /** The same as `getProductionModeErrors`, at once. */
  useProductionModeErrors(): ProductionModeError[]
}

/** A project with a hook for its read method. */
export type AdminProjectWithHooks = AdminProject & ProjectHooks

function projectHooksOf(project: AdminProject): ProjectHooks {
  return { useProductionModeErrors: () => findProductionModeErrors(project) }
}

// The static block of the class adds this type's hooks.
const AdminAppWithHooks = AdminApp as unknown as new <HasTokenStore extends boolean, ProjectId extends string>(
  ...given: ConstructorParameters<typeof AdminApp<HasTokenStore, ProjectId, ProjectHooks>>
) => ServerAppWithHooks<HasTokenStore> & AdminApp<HasTokenStore, ProjectId, ProjectHooks>

/**
 * The admin app with hooks. They suspend until their value is loaded. What they show belongs to the project, so all
 * requests share it: for five seconds, or until a change through this object. In a page, components render again after
 * a change.
 */
export class PorticoAdminApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
> extends AdminAppWithHooks<HasTokenStore, ProjectId> {
  static {
    addServerHooks(this.prototype)
  }

  constructor(options: PorticoAdminAppOptions<HasTokenStore, ProjectId>) {
    super(options, undefined, { ...recordHooks, project: projectHooksOf })
  }

  /** Returns the reads of one incoming request, with a hook for each. The same request returns the same object. */
  override forRequest(request: IncomingRequest): RequestScopeWithHooks {
    return withHooks(super.forRequest(request))
  }

  /** Returns the project with all its settings. */
  useProject(): AdminProjectWithHooks {
    return show(this[porticoAppInternalsSymbol].projectResource())
  }

  /** Lists the key sets of the project. Do not change the array: every component shows the same one. */
  useInternalApiKeys(): InternalApiKey[] {
    return show(this[porticoAppInternalsSymbol].internalApiKeysResource())
  }

  /**
   * Lists the templates of the mails with a link or a code, and with `includeNotices` those of the notices. Do not
   * change the array: every component shows the same one.
   */
  useEmailTemplates(options?: AdminEmailTemplateListOptions): AdminListedEmailTemplate[] {
    return this.#show(['listEmailTemplates', options], () => this.listEmailTemplates(options))
  }

  /**
   * Lists the addresses that get the events of the project. Do not change the array: every component shows the same
   * one.
   */
  useWebhookEndpoints(): WebhookEndpoint[] {
    return this.#show(['listWebhookEndpoints'], () => this.listWebhookEndpoints())
  }

  /** Returns a token for the clients of Svix, like `getSvixToken`, and another one before it ends. */
  useSvixToken(): string {
    return show(this[porticoAppInternalsSymbol].svixTokenResource())
  }

  /**
   * Returns an address of the webhook portal, like `getWebhookPortalUrl`, and another one before its token ends. A
   * frame with it stays, with what was typed, because only the fragment changes.
   *
   * @example
   * const webhooks = app.useWebhookPortalUrl({ origin: 'https://app.example' })
   * return <iframe title="Webhooks" src={webhooks} allow="clipboard-write" />
   */
  useWebhookPortalUrl(options: WebhookPortalOptions = {}): string {
    return this[porticoAppInternalsSymbol].webhookPortalUrl(this.useSvixToken(), options)
  }

  /** Returns the figures of the project. */
  useMetrics(): ProjectMetrics {
    const internals = this[porticoAppInternalsSymbol]
    return internals.presentMetrics(show(internals.metricsResource()))
  }

  /**
   * Lists the permissions that users can have in a team. Do not change the array: every component shows the same one.
   */
  useTeamPermissionDefinitions(): AdminTeamPermissionDefinition[] {
    return show(this[porticoAppInternalsSymbol].permissionDefinitionsResource('team'))
  }

  /**
   * Lists the permissions that users can have in the project. Do not change the array: every component shows the same
   * one.
   */
  useProjectPermissionDefinitions(): AdminProjectPermissionDefinition[] {
    return show(this[porticoAppInternalsSymbol].permissionDefinitionsResource('project'))
  }

  #show<Value>(key: readonly unknown[], read: () => Promise<Value>): Value {
    return show(this[porticoAppInternalsSymbol].readResource(key, read))
  }
}
