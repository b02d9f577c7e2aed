import type { EndpointSpec } from './endpoints/endpoint.ts'
import * as accessTokenClaims from './endpoints/access-token-claims.ts'
import * as anonymous from './endpoints/anonymous.ts'
import * as apiKeys from './endpoints/api-keys.ts'
import * as auditEvents from './endpoints/audit-events.ts'
import * as botChecks from './endpoints/bot-checks.ts'
import * as cliLogin from './endpoints/cli-login.ts'
import * as compatibility from './endpoints/compatibility.ts'
import * as contactChannels from './endpoints/contact-channels.ts'
import * as dashboardSession from './endpoints/dashboard-session.ts'
import * as emailTemplates from './endpoints/email-templates.ts'
import * as emails from './endpoints/emails.ts'
import * as images from './endpoints/images.ts'
import * as internalApiKeys from './endpoints/internal-api-keys.ts'
import * as impersonationLinks from './endpoints/impersonation-links.ts'
import * as imports from './endpoints/imports.ts'
import * as jobs from './endpoints/jobs.ts'
import * as metrics from './endpoints/metrics.ts'
import * as mfa from './endpoints/mfa.ts'
import * as otp from './endpoints/otp.ts'
import * as oauth from './endpoints/oauth.ts'
import * as oidcProviders from './endpoints/oidc-providers.ts'
import * as oldSystem from './endpoints/old-system.ts'
import * as ownData from './endpoints/own-data.ts'
import * as partners from './endpoints/partners.ts'
import * as partnerOAuth from './endpoints/partner-oauth.ts'
import * as passkey from './endpoints/passkey.ts'
import * as password from './endpoints/password.ts'
import * as projectOwners from './endpoints/project-owners.ts'
import * as projectConfiguration from './endpoints/project-configuration.ts'
import * as projects from './endpoints/projects.ts'
import * as teams from './endpoints/teams.ts'
import * as teamMembers from './endpoints/team-members.ts'
import * as teamConnections from './endpoints/team-connections.ts'
import * as teamInvitations from './endpoints/team-invitations.ts'
import * as permissionDefinitions from './endpoints/permission-definitions.ts'
import * as permissionGrants from './endpoints/permission-grants.ts'
import * as recentRequests from './endpoints/recent-requests.ts'
import * as recordExports from './endpoints/record-exports.ts'
import * as senderDomain from './endpoints/sender-domain.ts'
import * as service from './endpoints/service.ts'
import * as sessions from './endpoints/sessions.ts'
import * as signUpRules from './endpoints/sign-up-rules.ts'
import * as tokens from './endpoints/tokens.ts'
import * as userInvitations from './endpoints/user-invitations.ts'
import * as users from './endpoints/users.ts'
import * as webhookListeners from './endpoints/webhook-listeners.ts'
import * as svix from './endpoints/svix.ts'
import * as webhooks from './endpoints/webhooks.ts'
import * as writtenMails from './endpoints/written-emails.ts'

export * from './endpoints/access-token-claims.ts'
export * from './endpoints/anonymous.ts'
export * from './endpoints/api-keys.ts'
export * from './endpoints/audit-events.ts'
export * from './catalogues/bot-checked-acts.ts'
export * from './endpoints/bot-checks.ts'
export * from './endpoints/branding.ts'
export * from './endpoints/cli-login.ts'
export * from './rules/json.ts'
export * from './rules/code-points.ts'
export * from './endpoints/compatibility.ts'
export * from './endpoints/contact-channels.ts'
export * from './endpoints/dashboard-session.ts'
export * from './rules/device-name.ts'
export * from './rules/email-address.ts'
export * from './catalogues/email-template-types.ts'
export * from './catalogues/email-template-variables.ts'
export * from './endpoints/email-templates.ts'
export * from './endpoints/emails.ts'
export * from './endpoints/endpoint.ts'
export * from './catalogues/errors.ts'
export * from './catalogues/events.ts'
export * from './endpoints/images.ts'
export * from './endpoints/internal-api-keys.ts'
export * from './endpoints/impersonation-links.ts'
export * from './endpoints/imports.ts'
export * from './endpoints/jobs.ts'
export * from './limits/constants.ts'
export * from './limits/rate-limits.ts'
export * from './endpoints/metrics.ts'
export * from './endpoints/mfa.ts'
export * from './endpoints/oauth.ts'
export * from './endpoints/oidc-providers.ts'
export * from './endpoints/old-system.ts'
export * from './openapi.ts'
export * from './endpoints/otp.ts'
export * from './endpoints/own-data.ts'
export * from './endpoints/partners.ts'
export * from './endpoints/partner-oauth.ts'
export * from './endpoints/moved-records.ts'
export * from './endpoints/passkey.ts'
export * from './endpoints/password.ts'
export * from './endpoints/teams.ts'
export * from './endpoints/team-members.ts'
export * from './endpoints/team-connections.ts'
export * from './endpoints/team-invitations.ts'
export * from './endpoints/permission-definitions.ts'
export * from './endpoints/permission-grants.ts'
export * from './catalogues/permissions.ts'
export * from './endpoints/primitives.ts'
export * from './endpoints/project-configuration.ts'
export * from './endpoints/project-owners.ts'
export * from './endpoints/projects.ts'
export * from './catalogues/providers.ts'
export * from './endpoints/recent-requests.ts'
export * from './endpoints/record-exports.ts'
export * from './catalogues/reserved-claims.ts'
export * from './rules/schema-message.ts'
export * from './endpoints/sender-domain.ts'
export * from './catalogues/sender-domain-findings.ts'
export * from './endpoints/service.ts'
export * from './endpoints/sessions.ts'
export * from './endpoints/shared-errors.ts'
export * from './catalogues/sign-in-methods.ts'
export * from './catalogues/second-factor-policy.ts'
export * from './catalogues/staff-rights.ts'
export * from './endpoints/sign-up-rules.ts'
export * from './endpoints/tokens.ts'
export * from './rules/urls.ts'
export * from './endpoints/user-invitations.ts'
export * from './endpoints/users.ts'
export * from './catalogues/webhook-event-types.ts'
export * from './endpoints/webhook-events.ts'
export * from './endpoints/webhook-listeners.ts'
export * from './endpoints/svix.ts'
export * from './endpoints/webhooks.ts'
export * from './endpoints/written-emails.ts'
export type * from './generated/wire.ts'
// These names are also in the wire types.
export type { StaffRight, StaffRole } from './catalogues/staff-rights.ts'
export type { WebhookEventType } from './catalogues/webhook-event-types.ts'

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
  writtenMails,
  senderDomain,
  compatibility,
}

/** All endpoints by the name of their export, in the reference's order. */
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
