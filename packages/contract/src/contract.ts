import type { EndpointSpec } from './endpoint.ts'
import * as accessTokenClaims from './access-token-claims.ts'
import * as anonymous from './anonymous.ts'
import * as apiKeys from './api-keys.ts'
import * as auditEvents from './audit-events.ts'
import * as botChecks from './bot-checks.ts'
import * as cliLogin from './cli-login.ts'
import * as compatibility from './compatibility.ts'
import * as contactChannels from './contact-channels.ts'
import * as dashboardSession from './dashboard-session.ts'
import * as emailTemplates from './email-templates.ts'
import * as emails from './emails.ts'
import * as images from './images.ts'
import * as internalApiKeys from './internal-api-keys.ts'
import * as impersonationLinks from './impersonation-links.ts'
import * as imports from './imports.ts'
import * as jobs from './jobs.ts'
import * as metrics from './metrics.ts'
import * as mfa from './mfa.ts'
import * as otp from './otp.ts'
import * as oauth from './oauth.ts'
import * as oidcProviders from './oidc-providers.ts'
import * as oldSystem from './old-system.ts'
import * as ownData from './own-data.ts'
import * as partners from './partners.ts'
import * as partnerOAuth from './partner-oauth.ts'
import * as passkey from './passkey.ts'
import * as password from './password.ts'
import * as projectOwners from './project-owners.ts'
import * as projectConfiguration from './project-configuration.ts'
import * as projects from './projects.ts'
import * as teams from './teams.ts'
import * as teamMembers from './team-members.ts'
import * as teamConnections from './team-connections.ts'
import * as teamInvitations from './team-invitations.ts'
import * as permissionDefinitions from './permission-definitions.ts'
import * as permissionGrants from './permission-grants.ts'
import * as recentRequests from './recent-requests.ts'
import * as recordExports from './record-exports.ts'
import * as senderDomain from './sender-domain.ts'
import * as service from './service.ts'
import * as sessions from './sessions.ts'
import * as signUpRules from './sign-up-rules.ts'
import * as tokens from './tokens.ts'
import * as userInvitations from './user-invitations.ts'
import * as users from './users.ts'
import * as webhookListeners from './webhook-listeners.ts'
import * as svix from './svix.ts'
import * as webhooks from './webhooks.ts'
import * as writtenEmails from './written-emails.ts'

export * from './access-token-claims.ts'
export * from './anonymous.ts'
export * from './api-keys.ts'
export * from './audit-events.ts'
export * from './bot-checked-acts.ts'
export * from './bot-checks.ts'
export * from './branding.ts'
export * from './cli-login.ts'
export * from './code-points.ts'
export * from './compatibility.ts'
export * from './contact-channels.ts'
export * from './dashboard-session.ts'
export * from './device-name.ts'
export * from './email-address.ts'
export * from './email-template-types.ts'
export * from './email-template-variables.ts'
export * from './email-templates.ts'
export * from './emails.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './images.ts'
export * from './internal-api-keys.ts'
export * from './impersonation-links.ts'
export * from './imports.ts'
export * from './jobs.ts'
export * from './limits/constants.ts'
export * from './limits/rate-limits.ts'
export * from './metrics.ts'
export * from './mfa.ts'
export * from './oauth.ts'
export * from './oidc-providers.ts'
export * from './old-system.ts'
export * from './openapi.ts'
export * from './otp.ts'
export * from './own-data.ts'
export * from './partners.ts'
export * from './partner-oauth.ts'
export * from './moved-records.ts'
export * from './passkey.ts'
export * from './password.ts'
export * from './teams.ts'
export * from './team-members.ts'
export * from './team-connections.ts'
export * from './team-invitations.ts'
export * from './permission-definitions.ts'
export * from './permission-grants.ts'
export * from './permissions.ts'
export * from './primitives.ts'
export * from './project-configuration.ts'
export * from './project-owners.ts'
export * from './projects.ts'
export * from './providers.ts'
export * from './recent-requests.ts'
export * from './record-exports.ts'
export * from './reserved-claims.ts'
export * from './schema-message.ts'
export * from './sender-domain.ts'
export * from './sender-domain-findings.ts'
export * from './service.ts'
export * from './sessions.ts'
export * from './shared-errors.ts'
export * from './sign-in-methods.ts'
export * from './second-factor-policy.ts'
export * from './staff-rights.ts'
export * from './sign-up-rules.ts'
export * from './tokens.ts'
export * from './urls.ts'
export * from './user-invitations.ts'
export * from './users.ts'
export * from './webhook-event-types.ts'
export * from './webhook-events.ts'
export * from './webhook-listeners.ts'
export * from './svix.ts'
export * from './webhooks.ts'
export * from './written-emails.ts'
export type * from './wire.ts'
// These names are also in the wire types.
export type { ExportLine, MovedRecord } from './moved-records.ts'
export type { StaffRight, StaffRole } from './staff-rights.ts'
export type { WebhookEventType } from './webhook-event-types.ts'

const slices = {
  service,
  projects,
  projectConfiguration,
  oldSystem,
  oidcProviders,
  projectOwners,
  internalApiKeys,
  auditEvents,
  recentRequests,
  jobs,
  imports,
  recordExports,
  metrics,
  password,
  otp,
  botChecks,
  mfa,
  anonymous,
  passkey,
  cliLogin,
  signUpRules,
  userInvitations,
  tokens,
  oauth,
  sessions,
  impersonationLinks,
  accessTokenClaims,
  dashboardSession,
  users,
  ownData,
  teams,
  teamMembers,
  teamInvitations,
  teamConnections,
  permissionDefinitions,
  permissionGrants,
  apiKeys,
  partners,
  partnerOAuth,
  images,
  contactChannels,
  emailTemplates,
  emails,
  webhooks,
  webhookListeners,
  svix,
  writtenEmails,
  senderDomain,
  compatibility,
}

/** All endpoints by the name of their export, in the order of the reference. */
export const endpoints: ReadonlyMap<string, EndpointSpec> = new Map(
  Object.values(slices).flatMap((slice) =>
    Object.entries(slice as Record<string, unknown>).filter((entry): entry is [string, EndpointSpec] =>
      isEndpoint(entry[1]),
    ),
  ),
)

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value
}
