/** The SDK for the administration of projects. It has every export of the server too. */
export * from './server.ts'
export { type AdminAppInternals, PorticoAdminApp } from './admin/admin-app.ts'
export type {
  PorticoAdminAppKeyOptions,
  PorticoAdminAppOptions,
  PorticoAdminAppOwnerOptions,
} from './admin/admin-options.ts'
export type {
  InternalApiKey,
  InternalApiKeyBase,
  InternalApiKeyCreateOptions,
  InternalApiKeyFirstView,
} from './admin/internal-api-keys.ts'
export type {
  AuditEvent,
  AuditEventChange,
  AuditEventFilter,
  AuditEventList,
  AuditEventListOptions,
  AuditEventWithChanges,
} from './admin/audit-events.ts'
export type { RecentRequest, RecentRequests, RecentRequestsOptions } from './admin/recent-requests.ts'
export type {
  ImportCreateOptions,
  ImportFindingList,
  ImportLineFinding,
  ImportLineOutcome,
  ImportReading,
  ImportRun,
  ImportSourceFile,
  ImportSourceInfo,
  ImportStartOptions,
  ImportUndoOptions,
  ImportUploadOptions,
  UploadedImportFile,
} from './admin/imports.ts'
export type { ExportRecordsOptions } from './admin/record-exports.ts'
export type { ExportUsersOptions, Job, JobSuspensionOptions, JobWaitOptions, UserSelection } from './admin/jobs.ts'
export type { DailyFigure, ProjectMetrics } from './admin/metrics.ts'
export type { ProjectOwnerSession } from './admin/owner-session.ts'
export type {
  AdminProjectPermissionDefinition,
  AdminProjectPermissionDefinitionCreateOptions,
  AdminProjectPermissionDefinitionUpdateOptions,
  AdminTeamPermissionDefinition,
  AdminTeamPermissionDefinitionCreateOptions,
  AdminTeamPermissionDefinitionUpdateOptions,
} from './admin/permission-definitions.ts'
export type {
  AdminProjectOwner,
  AdminProjectOwnerInvitation,
  AdminProjectOwnerInviteOptions,
  AdminProjectOwners,
  StaffRight,
  StaffRole,
} from './admin/project-owners.ts'
export type {
  ProjectConfiguration,
  ProjectConfigurationChanges,
  ProjectConfigurationImportOptions,
} from './admin/project-configuration.ts'
export { rightsOfRole, staffRoles } from '@portico/contract/staff-rights'
export { serviceLanguages, type ServiceLanguage } from '@portico/contract/service-languages'
export { emailNoticeTypes, type EmailTemplateType } from '@portico/contract/email-template-types'
export {
  brandingInMails,
  emailTemplateVariables,
  exampleValues,
  formatLocaleOf,
  purposeOf,
  writingDirectionOf,
  type BrandingOfMails,
  type EmailTemplatePurpose,
  type EmailTemplateVariable,
  type ExampleValue,
} from '@portico/contract/email-template-variables'
export { senderDomainSentences } from '@portico/contract/sender-domain-findings'
export { type Device, readDevice } from '@portico/contract/device-name'
export {
  ACCESS_TOKEN_CLAIM_NAME_MAX_CHARACTERS,
  ACCESS_TOKEN_CLAIMS_MAX,
  ACCESS_TOKEN_CLAIMS_MAX_BYTES,
  API_PREFIX,
  BODY_WITH_DOCUMENT_MAX_BYTES,
  CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS,
  DEFAULT_HANDLER_PATH,
  EMAIL_SUBJECT_MAX_CODE_POINTS,
  EXISTING_PASSWORD_MAX_CODE_POINTS,
  IMPORT_FILES_MAX_BYTES,
  IMPORT_OPTION_MAX_CODE_POINTS,
  LABEL_MAX_CODE_POINTS,
  LOGO_MAX_BYTES,
  MAGIC_LINK_CODE_CHARACTERS,
  METRICS_DAYS,
  OLD_SYSTEM_DAYS_MAX,
  OWNED_PROJECT_DAYS,
  PASSWORD_MAX_CODE_POINTS,
  PASSWORD_MIN_CODE_POINTS,
  PERMISSION_ID_MAX_CHARACTERS,
  PORT_MAX,
  RECENT_SIGN_IN_MILLIS,
  SESSION_REASON_MAX_CODE_POINTS,
  TOTP_DIGITS,
  WEBHOOK_RATE_LIMIT_MAX,
} from '@portico/contract/limits'
export { optionalWebhookEventTypes, standardWebhookEventTypes } from '@portico/contract/webhook-event-types'
export { permissionIdPattern } from '@portico/contract/permissions'
export {
  oauthProviderIds,
  callbackNameOf,
  oauthProviderNames,
  providerName,
  providerRegistrationUrls,
  type OAuthProviderId,
} from '@portico/contract/providers'
export {
  findProductionModeErrors,
  findProductionModeWarnings,
  isHandlerPath,
  isTrustedDomain,
  type ProductionModeError,
  type ProductionModeWarning,
} from './admin/production-mode.ts'
export type {
  AdminOAuthProviderConfig,
  AdminProject,
  AdminProjectConfig,
  AdminProjectConfigUpdateOptions,
  AdminProjectCreateOptions,
  AdminProjectUpdateOptions,
} from './admin/projects.ts'
export type {
  AdminBotCheckConfig,
  AdminDefaultPermission,
  AdminDkimConfig,
  AdminDomainConfig,
  AdminEmailConfig,
  AdminEmailEndpointConfig,
  AdminEmailServerConfig,
  AdminOAuthProviderOptions,
  AdminOidcProviderConfig,
  AdminOidcProviderOptions,
  AdminOldSystemConfig,
  AdminSharedEmailConfig,
  AdminSharedOAuthProviderOptions,
  AdminStandardOAuthProviderOptions,
  Auth0OldSystem,
  CognitoOldSystem,
  EndpointOldSystem,
  FirebaseOldSystem,
  IssuerDiscovery,
  IssuerDocument,
  NoBotCheck,
  ProofOfWorkBotCheck,
  SignUpConditions,
  SignUpHours,
  SignUpRule,
  StackOldSystem,
  TurnstileBotCheck,
} from './transport/record-fields.ts'
export type { HeldUsersDecision, SignUpRulesTrial, TriedSignUpRule } from './admin/sign-up-rules.ts'
export { PorticoInternalApp } from './owner/internal-app.ts'
export {
  type InternalAppParts,
  partsOfInternalApp,
  type PorticoInternalAppOptions,
} from './owner/internal-app-options.ts'
export {
  type CreateOwnedApp,
  type CurrentInternalUser,
  type ProjectOwner,
  projectOwnerOf,
} from './owner/owned-projects.ts'
export type { AdminOwnedProject, OwnerActions, ProjectDeletion } from './owner/owner-actions.ts'
export { readOwnerInvitation, type ReceivedOwnerInvitation } from './owner/owner-invitation.ts'
export type { PartnerAuthorization } from './owner/partner-authorization.ts'
export type { ReceivedProjectTransfer } from './owner/project-transfer.ts'
export type { UserFilterOptions } from './resources/user-filters.ts'
export type { EmailTemplateFailure } from '@portico/contract'
export type {
  AdminEmailTemplate,
  AdminListedEmailTemplate,
  AdminEmailTemplateListOptions,
  AdminEmailTemplateOptions,
  AdminEmailTemplateResetOptions,
  AdminEmailTemplateUpdateOptions,
  AdminEmailTemplateVersion,
} from './admin/email-templates.ts'
export {
  type EmailTemplateFinding,
  type EmailTemplatePreview,
  type EmailTemplatePreviewOptions,
  type PreviewedProject,
  previewEmailTemplate,
} from './admin/email-template-preview.ts'
export type {
  AdminSentEmail,
  SentEmailContent,
  SentEmailError,
  SentEmailList,
  SentEmailListOptions,
  SentEmailSender,
  SentEmailTry,
  SentEmailWithContent,
} from './admin/sent-emails.ts'
export type { WebhookPortalOptions } from './admin/webhook-portal.ts'
export type {
  CreatedWebhookEndpoint,
  SendTestWebhookOptions,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookDeliveryListOptions,
  WebhookDeliveryWithAttempts,
  WebhookEndpoint,
  WebhookEndpointCreateOptions,
  WebhookEndpointUpdateOptions,
  WebhookFigures,
  WebhookReplayOptions,
} from './admin/webhooks.ts'
export type { WebhookDeliveryState, WebhookDisabledReason } from '@portico/contract'
export type { AnnouncedFactorReset, FactorResetOptions } from './admin/factor-resets.ts'
export type { ImpersonationLink, ImpersonationLinkOptions } from './admin/impersonation-links.ts'
export type { OldSystemFailures, OldSystemLimit, OldSystemMove, OldSystemMoveOptions } from './admin/old-system.ts'
export type { ImportErrorCode, ImportReasonCode, OldSystemFailure, OldSystemType } from '@portico/contract'
export type { SenderDomainCheck, SenderDomainFinding } from './admin/sender-domain.ts'
export type {
  MailServerCheck,
  MailServerCheckStep,
  SendTestEmailOptions,
  TestEmailFailure,
  TestedEmailTemplate,
  TestedMailServer,
} from './admin/test-email.ts'
