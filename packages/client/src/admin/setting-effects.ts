// Settings, mails, exports and the audit log of a project. Loaded together, because each chunk costs bytes in the first
// download.
export { previewAccessTokenClaims } from './access-token-claims.ts'
export { exportAuditEvents, getAuditEvent, listAuditEvents } from './audit-events.ts'
export {
  listEmailTemplates,
  listEmailTemplateVersions,
  resetEmailTemplate,
  updateEmailTemplate,
} from './email-templates.ts'
export { cancelFactorReset, startFactorReset } from './factor-resets.ts'
export { createImpersonationLink } from './impersonation-links.ts'
export { discoverIssuer } from './issuers.ts'
export { readOldSystemMove } from './old-system.ts'
export { exportConfiguration, importConfiguration } from './project-configuration.ts'
export { readRecentRequests } from './recent-requests.ts'
export { readRecords } from './record-exports.ts'
export { checkSenderDomain } from './sender-domain.ts'
export { getSentEmail, listSentEmails } from './sent-emails.ts'
export { checkMailServer, sendTestEmail } from './test-email.ts'
export { decideHeldUsers, sendSignInInvitationEmail, trySignUpRules } from './sign-up-rules.ts'
