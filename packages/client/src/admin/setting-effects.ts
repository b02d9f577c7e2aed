// What settings of a project do, read from the service. Loaded together, because each chunk costs bytes in the first download.
export { previewAccessTokenClaims } from './access-token-claims.ts'
export { readOldSystemMove } from './old-system.ts'
export { checkSenderDomain } from './sender-domain.ts'
export { checkMailServer, sendTestEmail } from './test-email.ts'
export { trySignUpRules } from './sign-up-rules.ts'
