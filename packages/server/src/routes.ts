import { accessTokenClaimRoutes } from './admin/access-token-claims/routes.ts'
import { auditRoutes } from './admin/audit/routes.ts'
import { configurationRoutes } from './admin/configuration/routes.ts'
import { mailRoutes } from './admin/mails/routes.ts'
import { mailTemplateRoutes } from './admin/mail-templates/routes.ts'
import { internalApiKeyRoutes } from './admin/internal-api-keys/routes.ts'
import { impersonationLinkRoutes } from './admin/impersonation-links/routes.ts'
import { importRoutes } from './admin/imports/routes.ts'
import { recordExportRoutes } from './admin/record-exports/routes.ts'
import { jobRoutes } from './admin/jobs/routes.ts'
import { mailServerRoutes } from './admin/mail-server/routes.ts'
import { metricsRoutes } from './admin/metrics/routes.ts'
import { oldSystemRoutes } from './admin/old-system/routes.ts'
import { partnerRoutes } from './admin/partners/routes.ts'
import { partnerOAuthRoutes } from './admin/partner-oauth/routes.ts'
import { permissionDefinitionRoutes } from './admin/permission-definitions/routes.ts'
import { projectRoutes } from './admin/projects/routes.ts'
import { requestRoutes } from './admin/requests/routes.ts'
import { projectOwnerRoutes } from './admin/project-owners/routes.ts'
import { senderDomainRoutes } from './admin/sender-domain/routes.ts'
import { signUpRuleRoutes } from './admin/sign-up-rules/routes.ts'
import { teamConnectionRoutes } from './admin/team-connections/routes.ts'
import { svixRoutes } from './admin/svix/routes.ts'
import { serverUserRoutes } from './admin/users/routes.ts'
import { webhookRoutes } from './admin/webhooks/routes.ts'
import { writtenMailRoutes } from './admin/written-mails/routes.ts'
import { anonymousRoutes } from './flows/anonymous/routes.ts'
import { apiKeyRoutes } from './flows/api-keys/routes.ts'
import { botCheckRoutes } from './flows/bot-check/routes.ts'
import { cliLoginRoutes } from './flows/cli-login/routes.ts'
import { compatibilityRoutes } from './flows/compatibility/routes.ts'
import { contactChannelRoutes } from './flows/contact-channels/routes.ts'
import { dashboardSessionRoutes } from './flows/dashboard-session/routes.ts'
import { imageRoutes } from './flows/images/routes.ts'
import { invitationRoutes } from './flows/invitations/routes.ts'
import { secondFactorRoutes } from './flows/mfa/routes.ts'
import { oauthRoutes } from './flows/oauth/routes.ts'
import { otpRoutes } from './flows/otp/routes.ts'
import { passkeyRoutes } from './flows/passkey/routes.ts'
import { passwordRoutes } from './flows/password/routes.ts'
import { permissionRoutes } from './flows/permissions/routes.ts'
import { userInvitationRoutes } from './flows/user-invitations/routes.ts'
import { userRoutes } from './flows/profile/routes.ts'
import { serviceRoutes } from './flows/service/routes.ts'
import { sessionRoutes } from './flows/sessions/routes.ts'
import { memberProfileRoutes } from './flows/teams/member-profile-routes.ts'
import { teamRoutes } from './flows/teams/routes.ts'

export const routeFactories = [
  serviceRoutes,
  projectRoutes,
  configurationRoutes,
  accessTokenClaimRoutes,
  oldSystemRoutes,
  signUpRuleRoutes,
  projectOwnerRoutes,
  impersonationLinkRoutes,
  internalApiKeyRoutes,
  auditRoutes,
  requestRoutes,
  jobRoutes,
  importRoutes,
  recordExportRoutes,
  metricsRoutes,
  passwordRoutes,
  otpRoutes,
  botCheckRoutes,
  secondFactorRoutes,
  anonymousRoutes,
  passkeyRoutes,
  cliLoginRoutes,
  oauthRoutes,
  sessionRoutes,
  dashboardSessionRoutes,
  userRoutes,
  serverUserRoutes,
  imageRoutes,
  contactChannelRoutes,
  teamRoutes,
  memberProfileRoutes,
  invitationRoutes,
  teamConnectionRoutes,
  userInvitationRoutes,
  mailRoutes,
  mailTemplateRoutes,
  mailServerRoutes,
  writtenMailRoutes,
  senderDomainRoutes,
  webhookRoutes,
  svixRoutes,
  permissionDefinitionRoutes,
  permissionRoutes,
  apiKeyRoutes,
  partnerRoutes,
  partnerOAuthRoutes,
  compatibilityRoutes,
]
