// Settings of a project as a whole, and what they do, as the service knows it. Loaded together, because each chunk costs bytes in the first download.
export { previewAccessTokenClaims } from './access-token-claims.ts'
export { cancelFactorReset, startFactorReset } from './factor-resets.ts'
export { readOldSystemMove } from './old-system.ts'
export { exportConfiguration, importConfiguration } from './project-configuration.ts'
export { readRecentRequests } from './recent-requests.ts'
export { checkSenderDomain } from './sender-domain.ts'
export { checkMailServer, sendTestEmail } from './test-email.ts'
export { decideHeldUsers, trySignUpRules } from './sign-up-rules.ts'
