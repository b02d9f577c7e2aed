import type { LinkMailWords, MailWords } from './mail-frame.ts'

interface AtProject {
  readonly project: string
}

interface WithLink extends AtProject {
  readonly linkLifetime: string
}

interface Invitation extends AtProject {
  readonly expiresAt: string
}

interface TeamInvitation extends Invitation {
  readonly teamDisplayName: string
}

const becauseRequested = (project: string): string =>
  `You received this email because someone requested to sign in to ${project} with this address.`

const linkExpires = (lifetime: string): string => `The link expires in ${lifetime}.`

/** The mails with a code or a link, and those that are sent instead of a code. */
export const signInMails = {
  emailVerification: ({ linkLifetime, project }: WithLink): LinkMailWords => ({
    subject: `Verify your email address for ${project}`,
    sentence: 'Verify that this email address is yours.',
    action: 'Verify email address',
    lifetime: linkExpires(linkLifetime),
    reason: `You received this email because someone entered this address at ${project}. If that was not you, you can ignore this email. Nothing changes.`,
  }),
  passwordReset: ({ linkLifetime, project }: WithLink): LinkMailWords => ({
    subject: `Reset your password for ${project}`,
    sentence: 'Choose a new password for your account.',
    action: 'Choose a new password',
    lifetime: linkExpires(linkLifetime),
    reason: `You received this email because someone requested a password reset for this address at ${project}. If that was not you, you can ignore this email. Your password does not change.`,
  }),
  signInCode: ({ linkLifetime, project }: WithLink): LinkMailWords => ({
    subject: `Your code to sign in to ${project}`,
    sentence: `Enter this code on the page where you sign in to ${project}, or open the link below.`,
    action: 'Sign in',
    lifetime: `Use one of them within ${linkLifetime}. The code works only in the browser that requested it.`,
    reason: `${becauseRequested(project)} If that was not you, you can ignore this email. Signing in requires the code or the link. Do not share them with anyone.`,
  }),
  noAccount: ({ project }: AtProject): MailWords => ({
    subject: `No account at ${project} has this address`,
    sentence: `There is no account at ${project} with this email address, and ${project} does not accept new accounts.`,
    reason: `${becauseRequested(project)} If that was you, try another address or contact ${project} support. If not, you can ignore this email.`,
  }),
  addressNotVerified: ({ project }: AtProject): MailWords => ({
    subject: `This address cannot sign in to ${project} by email yet`,
    sentence: `This email address cannot be used to sign in to ${project} by email until it is verified. Sign in with your password, then verify the address in your account settings.`,
    reason: `${becauseRequested(project)} If that was not you, you can ignore this email.`,
  }),
  signInByEmailOff: ({ project }: AtProject): MailWords => ({
    subject: `Sign-in by email is turned off for your account at ${project}`,
    sentence: `Sign-in by email is turned off for your account at ${project}. Sign in another way, or contact ${project} support.`,
    reason: `${becauseRequested(project)} If that was not you, you can ignore this email.`,
  }),
  // The subject contains no name that a user has chosen: an inbox shows it beside the name of the project.
  teamInvitation: ({ expiresAt, project, teamDisplayName }: TeamInvitation): LinkMailWords => ({
    subject: `You are invited to a team at ${project}`,
    sentence: `You are invited to join the team “${teamDisplayName}” at ${project}.{{#if inviterName}} The invitation is from “{{ inviterName }}”.{{/if}}{{#if inviterAddress}} The invitation is from {{ inviterAddress }}.{{/if}}`,
    action: 'View invitation',
    lifetime: `The invitation expires on ${expiresAt}. You join the team only after you confirm.`,
    reason: `You received this email because someone invited this address to a team at ${project}. Users of ${project} chose the names in quotation marks. If you do not expect the invitation, you can ignore this email.`,
  }),
  signInInvitation: ({ expiresAt, project }: Invitation): LinkMailWords => ({
    subject: `You are invited to ${project}`,
    sentence: `You are invited to create an account at ${project}. If you already have an account with this address, the invitation signs you in.`,
    action: 'View invitation',
    lifetime: `The invitation expires on ${expiresAt}.`,
    reason: `You received this email because ${project} invited this address. If you do not expect the invitation, you can ignore this email.`,
  }),
}

export type SignInMailTexts = typeof signInMails
