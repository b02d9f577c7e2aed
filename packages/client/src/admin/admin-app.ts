import type { EmailTemplateType, MetricsRead, MovedRecord, ProjectAdminRead } from '@portico/contract'

import type { AuditEventFilter, AuditEventList, AuditEventListOptions, AuditEventWithChanges } from './audit-events.ts'
import {
  type AdminProjectPermissionDefinition,
  type AdminProjectPermissionDefinitionCreateOptions,
  type AdminProjectPermissionDefinitionUpdateOptions,
  type AdminTeamPermissionDefinition,
  type AdminTeamPermissionDefinitionCreateOptions,
  type AdminTeamPermissionDefinitionUpdateOptions,
  PermissionDefinitions,
} from './permission-definitions.ts'
import {
  type InternalApiKey,
  type InternalApiKeyCreateOptions,
  type InternalApiKeyFirstView,
  InternalApiKeys,
} from './internal-api-keys.ts'
import type {
  ImportCreateOptions,
  ImportFindingList,
  ImportLineOutcome,
  ImportRun,
  ImportSourceInfo,
  ImportStartOptions,
  Imports,
  ImportUndoOptions,
  ImportUploadOptions,
  UploadedImportFile,
} from './imports.ts'
import type { ExportRecordsOptions } from './record-exports.ts'
import type { Stream } from './stream.ts'
import type { Upload } from './upload.ts'
import type { ExportUsersOptions, Job, Jobs, JobSuspensionOptions, UserSelection } from './jobs.ts'
import { Metrics, type ProjectMetrics } from './metrics.ts'
import { CachedReads } from '../resources/cached-reads.ts'
import { type AdminProject, AdminProjects, type AdminProjectUpdateOptions, type ExtendProject } from './projects.ts'
import type { RecentRequests, RecentRequestsOptions } from './recent-requests.ts'
import type {
  ProjectConfiguration,
  ProjectConfigurationChanges,
  ProjectConfigurationImportOptions,
} from './project-configuration.ts'
import { type PorticoAdminAppOptions, resolveAdminAccess, serverOptionsOf } from './admin-options.ts'
import { resolveBaseUrl } from '../app/options.ts'
import type { Ports } from '../transport/ports.ts'
import { serverPorts } from '../transport/server-ports.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import { loadPart } from '../transport/connection-error.ts'
import { PorticoServerApp, requireAbsolute, type ServerAppInternals } from '../server/server-app.ts'
import type { RecordExtensions } from '../server/server-context.ts'
import type { ServerTeam, ServerTeamUpdateOptions, ServerUser, ServerUserUpdateOptions } from '../server/server-user.ts'
import type { Resource } from '../resources/resource.ts'
import type { Result } from '../transport/result.ts'
import type { AccessTokenClaimsResult } from './access-token-claims.ts'
import type { AnnouncedFactorReset, FactorResetOptions } from './factor-resets.ts'
import type { ImpersonationLink, ImpersonationLinkOptions } from './impersonation-links.ts'
import type { OldSystemMove, OldSystemMoveOptions } from './old-system.ts'
import type { IssuerDiscovery, SignUpRule } from '../transport/record-fields.ts'
import type { HeldUsersDecision, SignUpRulesTrial } from './sign-up-rules.ts'
import type { SenderDomainCheck } from './sender-domain.ts'
import { SvixTokenResource } from './svix-token.ts'
import type { MailServerCheck, SendTestEmailOptions, TestEmailFailure } from './test-email.ts'
import type {
  AdminListedEmailTemplate,
  AdminEmailTemplateListOptions,
  AdminEmailTemplateOptions,
  AdminEmailTemplateResetOptions,
  AdminEmailTemplateUpdateOptions,
  AdminEmailTemplateVersion,
} from './email-templates.ts'
import type { SentEmailList, SentEmailListOptions, SentEmailWithContent } from './sent-emails.ts'
import type { SendRequest } from '../transport/request.ts'
import { getSvixToken, webhookPortalUrl, type WebhookPortalOptions } from './webhook-portal.ts'
import type {
  CreatedWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookDeliveryListOptions,
  WebhookDeliveryWithAttempts,
  WebhookEndpoint,
  WebhookEndpointCreateOptions,
  WebhookEndpointUpdateOptions,
  WebhookFigures,
  SendTestWebhookOptions,
  WebhookReplayOptions,
} from './webhooks.ts'

// Loaded with the first call, because few pages need them.
const imports = () => import('./imports.ts')
const jobs = () => import('./jobs.ts')
const settingEffects = () => import('./setting-effects.ts')
const webhooks = () => import('./webhooks.ts')

/**
 * The members of an admin app for `@portico/react`. The same call returns the same resource object.
 *
 * @internal
 */
export interface AdminAppInternals<ProjectExtras = unknown> extends ServerAppInternals {
  /** Returns the object of a project that the service has sent. */
  presentProject(read: ProjectAdminRead): AdminProject & ProjectExtras
  projectResource(): Resource<AdminProject & ProjectExtras>
  internalApiKeysResource(): Resource<InternalApiKey[]>
  permissionDefinitionsResource(scope: 'team'): Resource<AdminTeamPermissionDefinition[]>
  permissionDefinitionsResource(scope: 'project'): Resource<AdminProjectPermissionDefinition[]>
  svixTokenResource(): Resource<string>
  /** Returns an address of the webhook portal with this token. */
  webhookPortalUrl(token: string, options: WebhookPortalOptions): string
  /** Returns the figures as the service sends them. */
  metricsResource(): Resource<MetricsRead>
  /** Changes the project and returns it as the service has answered. */
  updateProject(options: AdminProjectUpdateOptions): Promise<AdminProject & ProjectExtras>
  /** Changes a team and returns it as the service has answered, without a summary. */
  updateTeam(id: string, options: ServerTeamUpdateOptions): Promise<ServerTeam>
  /** Changes a user and returns the user as the service has answered. */
  updateUser(id: string, options: ServerUserUpdateOptions): Promise<ServerUser>
  /** Returns the object of figures that the service has sent; the same object for the same answer. */
  presentMetrics(read: MetricsRead): ProjectMetrics
}

/** Return further members for an admin app's objects. */
export interface AdminExtensions<ProjectExtras> extends RecordExtensions {
  readonly project?: ExtendProject<ProjectExtras>
}

/**
 * The administration of one project, for servers that hold its super secret admin key, and for the owners of the
 * project. It has every member of `PorticoServerApp`. Every call asks the service.
 *
 * @example
 * const app = new PorticoAdminApp({ tokenStore: null })
 * const project = await app.getProject()
 * await project.update({ config: { magicLinkEnabled: true } })
 *
 * @example
 * // In a page of the owners: no keys, the rights of the signed-in owner.
 * const session = (await internalApp.getUser({ or: 'redirect' })).currentSession
 * const app = new PorticoAdminApp({ projectId, projectOwnerSession: session, tokenStore: null })
 */
export class PorticoAdminApp<
  HasTokenStore extends boolean = boolean,
  ProjectId extends string = string,
  ProjectExtras = unknown,
> extends PorticoServerApp<HasTokenStore, ProjectId> {
  declare readonly [porticoAppInternalsSymbol]: AdminAppInternals<ProjectExtras>
  readonly #request: SendRequest<'admin'>
  readonly #upload: Upload
  readonly #stream: Stream
  readonly #ports: Ports
  readonly #createSvixToken: () => Promise<string>
  readonly #project: AdminProjects<ProjectExtras>
  readonly #internalApiKeys: InternalApiKeys
  readonly #metrics: Metrics
  readonly #definitions: { readonly team: PermissionDefinitions; readonly project: PermissionDefinitions }

  /**
   * @param ports environment of the SDK; only tests pass their own
   * @param extensions return further members of objects; only the app of `@portico/react` passes them
   */
  constructor(
    options: PorticoAdminAppOptions<HasTokenStore, ProjectId>,
    ports: Ports = serverPorts,
    { project: extendProject, ...extendRecords }: AdminExtensions<ProjectExtras> = {},
  ) {
    const access = resolveAdminAccess(options, ports)
    const reads = new CachedReads(ports)
    const requestAsAdmin = reads.renewedBy(access.requestAsAdmin)
    const serverAccess = { ...access, reads, requestSessions: requestAsAdmin }
    super(serverOptionsOf(options, ports), ports, serverAccess, extendRecords)
    this.#request = requestAsAdmin
    this.#upload = access.uploadAsAdmin
    this.#stream = access.streamAsAdmin
    this.#ports = ports
    // It changes nothing that a hook shows.
    this.#createSvixToken = () => getSvixToken(access.requestAsAdmin)
    const svixToken = new SvixTokenResource(ports, this.#createSvixToken)
    this.#project = new AdminProjects(requestAsAdmin, ports, extendProject)
    this.#internalApiKeys = new InternalApiKeys(requestAsAdmin, ports)
    this.#metrics = new Metrics(requestAsAdmin, ports, (read) => this.presentUser(read))
    this.#definitions = {
      team: new PermissionDefinitions('team', requestAsAdmin, ports),
      project: new PermissionDefinitions('project', requestAsAdmin, ports),
    }
    const internals: Omit<AdminAppInternals<ProjectExtras>, keyof ServerAppInternals> = {
      presentProject: (read) => this.#project.present(read),
      projectResource: () => this.#project.resource,
      internalApiKeysResource: () => this.#internalApiKeys.resource,
      permissionDefinitionsResource: (scope: 'team' | 'project') => this.#definitions[scope].resource,
      svixTokenResource: () => svixToken.resource,
      // Also on a server, the address is for a browser.
      webhookPortalUrl: (token, portal) =>
        webhookPortalUrl(resolveBaseUrl(options.baseUrl, true), access.options.projectId, token, portal),
      metricsResource: () => this.#metrics.resource,
      updateProject: (options) => this.#project.update(options),
      updateTeam: (id, options) => this.updateTeam(id, options),
      updateUser: (id, options) => this.updateUser(id, options),
      presentMetrics: (read) => this.#metrics.present(read),
    }
    Object.assign(this[porticoAppInternalsSymbol], internals)
  }

  /** Reads the project with all its settings. */
  override getProject(): Promise<AdminProject & ProjectExtras> {
    return this.#project.read()
  }

  /**
   * Exports settings, permission definitions and changed templates of mails as a document, without keys, owners and
   * users. Its secrets are left out, or sealed with the passphrase of at least 12 characters.
   */
  async exportConfiguration(options?: { passphrase?: string }): Promise<ProjectConfiguration> {
    return (await this.#load(settingEffects)).exportConfiguration(this.#request, options)
  }

  /**
   * Applies a document, or with `dryRun` lists what it would change. Settings and permission definitions are applied as
   * a whole, then each template of a mail.
   *
   * @example
   * const { version } = await app.importConfiguration({ document, dryRun: true })
   * await app.importConfiguration({ document, ifVersion: version })
   */
  async importConfiguration(options: ProjectConfigurationImportOptions): Promise<ProjectConfigurationChanges> {
    const changes = await (await this.#load(settingEffects)).importConfiguration(this.#request, options)
    if (changes.isApplied) {
      const changed = [this.#project, this.#definitions.team, this.#definitions.project]
      await Promise.all(changed.map(({ resource }) => resource.renew()))
    }
    return changes
  }

  /** Lists the key sets of the project, newest first, with those that have expired or are revoked. */
  listInternalApiKeys(): Promise<InternalApiKey[]> {
    return this.#internalApiKeys.list()
  }

  /**
   * Creates a key set. Only this answer contains the complete keys. With the session of an owner it throws
   * `RECENT_SIGN_IN_REQUIRED` if the project `internal` requires a recent sign-in.
   */
  createInternalApiKey(options: InternalApiKeyCreateOptions): Promise<InternalApiKeyFirstView> {
    return this.#internalApiKeys.create(options)
  }

  /**
   * Lists the templates of the mails with a link or a code, as they are sent, and with `includeNotices` those of the
   * notices.
   */
  async listEmailTemplates(options?: AdminEmailTemplateListOptions): Promise<AdminListedEmailTemplate[]> {
    return (await this.#load(settingEffects)).listEmailTemplates(this.#request, options)
  }

  /**
   * Changes the template of a mail. The project must send its mails through its own mail server. With the session of an
   * owner it throws `RECENT_SIGN_IN_REQUIRED` if the project `internal` requires a recent sign-in.
   */
  async updateEmailTemplate(type: EmailTemplateType, options: AdminEmailTemplateUpdateOptions): Promise<void> {
    return (await this.#load(settingEffects)).updateEmailTemplate(this.#request, type, options)
  }

  /** Lists the last 20 versions of a template, newest first. To restore one, write its subject and content. */
  async listEmailTemplateVersions(
    type: EmailTemplateType,
    options?: AdminEmailTemplateOptions,
  ): Promise<AdminEmailTemplateVersion[]> {
    return (await this.#load(settingEffects)).listEmailTemplateVersions(this.#request, type, options)
  }

  /**
   * Returns to the template of the service. Throws if it was not changed, or with `ifVersion` if it has another
   * version.
   */
  async resetEmailTemplate(type: EmailTemplateType, options?: AdminEmailTemplateResetOptions): Promise<void> {
    return (await this.#load(settingEffects)).resetEmailTemplate(this.#request, type, options)
  }

  /** Sends a mail through a mail server to test its settings, in one attempt of at most ten seconds. */
  async sendTestEmail(options: SendTestEmailOptions): Promise<Result<undefined, TestEmailFailure>> {
    return (await this.#load(settingEffects)).sendTestEmail(this.#request, options)
  }

  /**
   * The same as `sendTestEmail`, with the outcome of each step: find the host, connect, encrypt, sign in, accept the
   * mail.
   */
  async checkMailServer(options: SendTestEmailOptions): Promise<MailServerCheck> {
    return (await this.#load(settingEffects)).checkMailServer(this.#request, options)
  }

  /**
   * Reads the discovery document and the keys of an OpenID Connect issuer, as saving one in `config.oidcProviders`
   * does. `problem` says why it cannot be used.
   */
  async discoverIssuer(issuerUrl: string): Promise<IssuerDiscovery> {
    return (await this.#load(settingEffects)).discoverIssuer(this.#request, issuerUrl)
  }

  /**
   * Asks DNS about the domain of the stored sender: SPF, DKIM and DMARC, with what to do. Throws for the shared mail
   * server.
   */
  async checkSenderDomain(): Promise<SenderDomainCheck> {
    return (await this.#load(settingEffects)).checkSenderDomain(this.#request)
  }

  /**
   * Computes what custom claims of access tokens (`config.accessTokenClaims`) would contain for a user, without saving
   * them. A path has the names of the wire. Throws `USER_NOT_FOUND`.
   *
   * @example
   * const { bytes, claims } = await app.previewAccessTokenClaims(user.id, { plan: 'server_metadata.plan' })
   */
  async previewAccessTokenClaims(
    userId: string,
    claims: Readonly<Record<string, string>>,
  ): Promise<AccessTokenClaimsResult> {
    return (await this.#load(settingEffects)).previewAccessTokenClaims(this.#request, userId, claims)
  }

  /**
   * Announces the removal of a user's lost second factor after the service's waiting time. Each verified address gets a
   * mail whose link cancels it. A further call returns the removal that is announced. Throws `USER_NOT_FOUND`,
   * `MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED`, `REDIRECT_URL_NOT_WHITELISTED`, and with the session of an owner
   * `RECENT_SIGN_IN_REQUIRED`.
   */
  async startFactorReset(
    userId: string,
    { callbackUrl = requireAbsolute('factorReset', this.urls.factorReset) }: FactorResetOptions = {},
  ): Promise<AnnouncedFactorReset> {
    return (await this.#load(settingEffects)).startFactorReset(this.#request, userId, { callbackUrl })
  }

  /**
   * Cancels the announced removal of a user's second factor. Throws a `StatusError` with the status 404 if none is
   * announced.
   */
  async cancelFactorReset(userId: string): Promise<void> {
    return (await this.#load(settingEffects)).cancelFactorReset(this.#request, userId)
  }

  /**
   * Creates a link that signs the owner of the session in as a user for an hour. It works once, for 60 seconds: its
   * page sends the code to `POST /auth/impersonation/sign-in`. Only with the session of an owner; keys of the project
   * are refused. Throws `USER_NOT_FOUND`, `RESTRICTED_USER_NOT_ALLOWED`, `REDIRECT_URL_NOT_WHITELISTED`,
   * `RECENT_SIGN_IN_REQUIRED` and `STAFF_PERMISSION_REQUIRED`.
   */
  async createImpersonationLink(options: ImpersonationLinkOptions): Promise<ImpersonationLink> {
    return (await this.#load(settingEffects)).createImpersonationLink(this.#request, options)
  }

  /**
   * Reads how many users have moved from the old system of the project (`config.oldSystem`), how many remain, and what
   * failed.
   */
  async getOldSystemMove(options?: OldSystemMoveOptions): Promise<OldSystemMove> {
    return (await this.#load(settingEffects)).readOldSystemMove(this.#request, options)
  }

  /**
   * Applies rules to the sign-ups of the last 30 days and counts what each would have decided. Nothing is written:
   * update the project with `config.signUpRules` to apply them.
   */
  async trySignUpRules(rules: readonly SignUpRule[]): Promise<SignUpRulesTrial> {
    return (await this.#load(settingEffects)).trySignUpRules(this.#request, rules)
  }

  /** Ends the waiting of users on the waiting list, at most 100 in one call. They can use their accounts at once. */
  async approveUsers(userIds: readonly string[]): Promise<HeldUsersDecision> {
    return (await this.#load(settingEffects)).decideHeldUsers(this.#request, userIds, 'approve')
  }

  /** Refuses and deletes users on the waiting list, at most 100 in one call. Other users stay as they are. */
  async refuseUsers(userIds: readonly string[]): Promise<HeldUsersDecision> {
    return (await this.#load(settingEffects)).decideHeldUsers(this.#request, userIds, 'refuse')
  }

  /**
   * Mails an invitation to sign up like `inviteUser`, also to the address of an existing user, who signs in with it.
   * Throws `REDIRECT_URL_NOT_WHITELISTED`.
   *
   * @param callbackUrl the page that the link opens, on a trusted domain. Default: `urls.userInvitation`, if it is
   *   absolute
   */
  async sendSignInInvitationEmail(
    email: string,
    callbackUrl = requireAbsolute('userInvitation', this.urls.userInvitation),
  ): Promise<void> {
    return (await this.#load(settingEffects)).sendSignInInvitationEmail(this.#request, email, callbackUrl)
  }

  /** Lists the mails of the project, newest first, with their state. Failed ones can be queued again. */
  async listSentEmails(options?: SentEmailListOptions): Promise<SentEmailList> {
    return (await this.#load(settingEffects)).listSentEmails(this.#request, options)
  }

  /** Reads one mail of the project as it was rendered, with codes and links hidden. Null for an unknown id. */
  async getSentEmail(id: string): Promise<SentEmailWithContent | null> {
    return (await this.#load(settingEffects)).getSentEmail(this.#request, id)
  }

  /** Lists the addresses that get the events of the project, newest first. */
  async listWebhookEndpoints(): Promise<WebhookEndpoint[]> {
    return (await this.#load(webhooks)).listWebhookEndpoints(this.#request)
  }

  /**
   * Adds an address that gets the events of the project. Only this answer contains its secret, with which
   * `verifyWebhook` checks its deliveries. With the session of an owner it throws `RECENT_SIGN_IN_REQUIRED` if the
   * project `internal` requires a recent sign-in, like each change of an endpoint.
   *
   * @example
   * const { secret } = await app.createWebhookEndpoint({ url: 'https://shop.example/hooks', eventTypes: ['user.created'] })
   */
  async createWebhookEndpoint(options: WebhookEndpointCreateOptions): Promise<CreatedWebhookEndpoint> {
    return (await this.#load(webhooks)).createWebhookEndpoint(this.#request, options)
  }

  /** Reads an endpoint. Null for an unknown id. */
  async getWebhookEndpoint(id: string): Promise<WebhookEndpoint | null> {
    return (await this.#load(webhooks)).getWebhookEndpoint(this.#request, id)
  }

  /**
   * Changes, disables or enables an endpoint. Absent options stay unchanged. Headers are not sent to another server: if
   * the endpoint has some, send `headers` with the `url` of another one.
   */
  async updateWebhookEndpoint(id: string, options: WebhookEndpointUpdateOptions): Promise<WebhookEndpoint> {
    return (await this.#load(webhooks)).updateWebhookEndpoint(this.#request, id, options)
  }

  /** Deletes an endpoint with its deliveries. */
  async deleteWebhookEndpoint(id: string): Promise<void> {
    return (await this.#load(webhooks)).deleteWebhookEndpoint(this.#request, id)
  }

  /**
   * Replaces the secret of an endpoint and returns the new one. For 24 hours, deliveries are also signed with the old
   * one.
   */
  async rotateWebhookSecret(id: string): Promise<string> {
    return (await this.#load(webhooks)).rotateWebhookSecret(this.#request, id)
  }

  /** Reads how the attempts of the last 24 hours at an endpoint ended. */
  async getWebhookFigures(id: string): Promise<WebhookFigures> {
    return (await this.#load(webhooks)).getWebhookFigures(this.#request, id)
  }

  /** Lists deliveries, newest first, page by page: one for each event and endpoint. */
  async listWebhookDeliveries(options?: WebhookDeliveryListOptions): Promise<WebhookDeliveryList> {
    return (await this.#load(webhooks)).listWebhookDeliveries(this.#request, options)
  }

  /** Reads a delivery with its payload and attempts. Null for an unknown id. */
  async getWebhookDelivery(id: string): Promise<WebhookDeliveryWithAttempts | null> {
    return (await this.#load(webhooks)).getWebhookDelivery(this.#request, id)
  }

  /**
   * Delivers an event again, with the same id and body. Throws if its payload was erased or its endpoint is disabled.
   */
  async replayWebhookDelivery(id: string): Promise<WebhookDelivery> {
    return (await this.#load(webhooks)).replayWebhookDelivery(this.#request, id)
  }

  /**
   * Delivers the failed and skipped events of an endpoint again, oldest first, and returns their number. Throws if the
   * endpoint is disabled.
   *
   * @example
   * await app.replayWebhookDeliveries(endpoint.id, { since: lastFriday, onProgress: (replayed) => show(replayed) })
   */
  async replayWebhookDeliveries(endpointId: string, options: WebhookReplayOptions): Promise<number> {
    return (await this.#load(webhooks)).replayWebhookDeliveries(this.#request, endpointId, options)
  }

  /**
   * Creates a token for the clients of Svix, such as `svix` and `svix-react`. With it, a page can show and change the
   * webhooks of the project, and nothing else. It is valid for two hours.
   *
   * @example
   * const token = await app.getSvixToken()
   * // With the package `svix`: new Svix(token, { serverUrl: 'https://auth.example' }).endpoint.list(app.projectId)
   */
  getSvixToken(): Promise<string> {
    return this.#createSvixToken()
  }

  /**
   * Creates an address of the webhook portal: a page that shows and changes the webhooks of the project, for people who
   * are not owners. Show it in a frame of your page or open it in a tab. The address contains a token like that of
   * `getSvixToken`, so create it for each visit, and give it only to people who may manage the webhooks.
   *
   * @example
   * const url = await app.getWebhookPortalUrl({ origin: 'https://app.example' })
   */
  async getWebhookPortalUrl(options: WebhookPortalOptions = {}): Promise<string> {
    return this[porticoAppInternalsSymbol].webhookPortalUrl(await this.#createSvixToken(), options)
  }

  /**
   * Sends an example of an event, about records that do not exist, to one endpoint. Returns its delivery before the
   * first attempt.
   */
  async sendTestWebhook(options: SendTestWebhookOptions): Promise<WebhookDelivery> {
    return (await this.#load(webhooks)).sendTestWebhook(this.#request, options)
  }

  /**
   * Reads the project's first request, its first sign-in, and a sample of its newest requests, failed ones included.
   * Shows why an app does not connect.
   */
  async getRecentRequests(options?: RecentRequestsOptions): Promise<RecentRequests> {
    return (await this.#load(settingEffects)).readRecentRequests(this.#request, options)
  }

  /** Lists the permissions that users can have in a team: the system permissions and those of the project. */
  listTeamPermissionDefinitions(): Promise<AdminTeamPermissionDefinition[]> {
    return this.#definitions.team.list()
  }

  /** Defines a permission of teams. It can contain system permissions and other permissions of teams. */
  createTeamPermissionDefinition(
    options: AdminTeamPermissionDefinitionCreateOptions,
  ): Promise<AdminTeamPermissionDefinition> {
    return this.#definitions.team.create(options)
  }

  /** Changes or renames a permission of teams. Absent options stay unchanged. */
  updateTeamPermissionDefinition(id: string, options: AdminTeamPermissionDefinitionUpdateOptions): Promise<void> {
    return this.#definitions.team.update(id, options)
  }

  /** Deletes a permission of teams, every grant of it, and every reference to it. */
  deleteTeamPermissionDefinition(id: string): Promise<void> {
    return this.#definitions.team.delete(id)
  }

  /** Lists the permissions that users can have in the whole project. */
  listProjectPermissionDefinitions(): Promise<AdminProjectPermissionDefinition[]> {
    return this.#definitions.project.list()
  }

  /** Defines a permission of the project. It can contain other permissions of the project. */
  createProjectPermissionDefinition(
    options: AdminProjectPermissionDefinitionCreateOptions,
  ): Promise<AdminProjectPermissionDefinition> {
    return this.#definitions.project.create(options)
  }

  /** Changes or renames a permission of the project. Absent options stay unchanged. */
  updateProjectPermissionDefinition(id: string, options: AdminProjectPermissionDefinitionUpdateOptions): Promise<void> {
    return this.#definitions.project.update(id, options)
  }

  /** Deletes a permission of the project, every grant of it, and every reference to it. */
  deleteProjectPermissionDefinition(id: string): Promise<void> {
    return this.#definitions.project.delete(id)
  }

  /** Reads the figures of the project: users, sign-ups, active users, countries and sign-in methods. */
  getMetrics(): Promise<ProjectMetrics> {
    return this.#metrics.read()
  }

  /** Reads one page of the project's audit log, newest first. */
  async listAuditEvents(options?: AuditEventListOptions): Promise<AuditEventList> {
    return (await this.#load(settingEffects)).listAuditEvents(this.#request, options)
  }

  /**
   * Reads one event of the audit log, with the values that it changed. Null for an unknown id, also after the retention
   * of the event.
   */
  async getAuditEvent(id: string): Promise<AuditEventWithChanges | null> {
    return (await this.#load(settingEffects)).getAuditEvent(this.#request, id)
  }

  /**
   * Reads the audit log of the project as JSON lines, newest first, page by page. It holds one page in memory.
   *
   * @example
   * await pipeline(Readable.from(app.exportAuditEvents({ from })), createWriteStream('audit.jsonl'))
   */
  async *exportAuditEvents(filter?: AuditEventFilter): AsyncGenerator<string, void, void> {
    yield* (await this.#load(settingEffects)).exportAuditEvents(this.#request, filter)
  }

  /**
   * Suspends many users in the background.
   *
   * @example
   * const job = await app.suspendUsers({ filter: { query: '@spam.example' } }, { reason: 'Spam' })
   * const { done, failed } = await job.wait({ onProgress: ({ done, total }) => show(done, total) })
   */
  async suspendUsers(selection: UserSelection, options?: JobSuspensionOptions): Promise<Job> {
    return (await this.#jobs()).suspend(selection, options)
  }

  /** Lifts the suspensions of many users in the background. */
  async liftSuspensions(selection: UserSelection): Promise<Job> {
    return (await this.#jobs()).create('lift_suspensions', selection)
  }

  /** Ends all sessions of many users, and the codes and links with which they could sign in, in the background. */
  async endSessions(selection: UserSelection): Promise<Job> {
    return (await this.#jobs()).create('end_sessions', selection)
  }

  /** Deletes many users with everything that belongs to them in the background. It cannot be undone. */
  async deleteUsers(selection: UserSelection): Promise<Job> {
    return (await this.#jobs()).create('delete_users', selection)
  }

  /**
   * Exports users in the background. The file can be read for 24 hours.
   *
   * @example
   * const job = await (await app.exportUsers({ filter: {} }, { format: 'csv' })).wait()
   * await pipeline(Readable.from(job.readResult()), createWriteStream('users.csv'))
   */
  async exportUsers(selection: UserSelection, options: ExportUsersOptions): Promise<Job> {
    return (await this.#jobs()).create('export_users', selection, options)
  }

  #load<Part>(load: () => Promise<Part>): Promise<Part> {
    return loadPart(this.#ports, load())
  }

  /**
   * Exports all permission definitions, teams, users, memberships and permissions, one record at a time, in the format
   * that `importRecords` takes. Throws `ConnectionError` if the answer ends before it is complete.
   *
   * @example
   * for await (const record of app.exportRecords()) if (record.kind === 'user') console.log(record.display_name)
   */
  async *exportRecords(options: ExportRecordsOptions = {}): AsyncGenerator<MovedRecord, void, void> {
    const { readRecords } = await this.#load(settingEffects)
    yield* readRecords(this.#stream, options)
  }

  async #jobs(): Promise<Jobs> {
    const { Jobs } = await this.#load(jobs)
    return new Jobs(this.#request, this.#ports)
  }

  async #imports(): Promise<Imports> {
    const { Imports } = await this.#load(imports)
    return new Imports(this.#request, this.#upload)
  }

  /** Starts an import of users and teams from another system. Send its records with `importRecords`. */
  async createImport(options: ImportCreateOptions): Promise<ImportRun> {
    return (await this.#imports()).create(options)
  }

  /** Imports at most 500 records, all or none of them. A repeated call imports nothing twice. */
  async importRecords(
    importId: string,
    lines: readonly { readonly file?: string; readonly line: number; readonly record: MovedRecord }[],
  ): Promise<{ outcomes: ImportLineOutcome[]; run: ImportRun }> {
    return (await this.#imports()).importRecords(importId, lines)
  }

  /** Adds at most 500 lines that could not be read to the report of an import. */
  async addImportProblems(
    importId: string,
    lines: readonly { readonly file?: string; readonly line: number; readonly problem: string }[],
  ): Promise<ImportRun> {
    return (await this.#imports()).addProblems(importId, lines)
  }

  /** Ends an import. */
  async finishImport(importId: string): Promise<ImportRun> {
    return (await this.#imports()).finish(importId)
  }

  /** Lists the systems whose exports the service can read. */
  async listImportSources(): Promise<ImportSourceInfo[]> {
    return (await this.#imports()).listSources()
  }

  /** Uploads a file of an import, in pieces of 1 MiB. Continues an upload of the same file that was interrupted. */
  async uploadImportFile(importId: string, options: ImportUploadOptions): Promise<void> {
    return (await this.#imports()).upload(importId, options)
  }

  /** Lists the files of an import, as far as they have been uploaded. */
  async listImportFiles(importId: string): Promise<UploadedImportFile[]> {
    return (await this.#imports()).listFiles(importId)
  }

  /** Deletes an uploaded file, so that another one can be uploaded. */
  async deleteImportFile(importId: string, name: string): Promise<void> {
    return (await this.#imports()).deleteFile(importId, name)
  }

  /** Imports the records of the uploaded files in the background. `getImport` reads the progress. */
  async startImport(importId: string, options: ImportStartOptions = {}): Promise<ImportRun> {
    return (await this.#imports()).start(importId, options)
  }

  /** Ends an import and deletes its files. What it has imported stays. */
  async cancelImport(importId: string): Promise<ImportRun> {
    return (await this.#imports()).cancel(importId)
  }

  /** Lists the newest 100 imports of the project, newest first. */
  async listImports(): Promise<ImportRun[]> {
    return (await this.#imports()).list()
  }

  /** Reads an import. Null for an unknown id. */
  async getImport(importId: string): Promise<ImportRun | null> {
    return (await this.#imports()).get(importId)
  }

  /**
   * Lists the lines of an import that were refused, duplicate or unreadable, or imported in part, in the order of the
   * file.
   */
  async listImportFindings(
    importId: string,
    options?: { cursor?: string; limit?: number },
  ): Promise<ImportFindingList> {
    return (await this.#imports()).listFindings(importId, options)
  }

  /** Removes the users of an import who have not signed in since, and its teams without members. */
  async undoImport(importId: string, options?: ImportUndoOptions): Promise<ImportRun> {
    return (await this.#imports()).undo(importId, options)
  }

  /** Lists the newest 100 jobs of the project, newest first. A job is kept for 30 days after its end. */
  async listJobs(): Promise<Job[]> {
    return (await this.#jobs()).list()
  }

  /** Reads a job. Null for an unknown id. */
  async getJob(id: string): Promise<Job | null> {
    return (await this.#jobs()).get(id)
  }
}
