import type { CodeMailWords, LinkMailWords, MailWords, Person } from './mail-frame.ts'

interface AtProject {
  readonly project: string
}

interface WithLink extends AtProject {
  readonly linkLifetime: string
}

interface TeamInvitation extends AtProject, Person {
  readonly invitedBy: 'member' | 'server'
  /** Empty if the team has no name. */
  readonly team: string
  readonly expiresAt: string
}

function invitation({ invitedBy, personAddress, personName, project, team }: TeamInvitation): string {
  const byOther = invitedBy === 'server' ? project : 'A member'
  const inviter = personAddress || (personName === '' ? byOther : `“${personName}”`)
  const joined = team === '' ? 'a team' : `the team “${team}”`
  return `${inviter} invited you to join ${joined}${invitedBy === 'server' ? '' : ` at ${project}`}.`
}

const becauseRequested = (project: string): string =>
  `You received this email because someone requested to sign in to ${project} with this address.`

const linkExpires = (lifetime: string): string => `The link expires in ${lifetime}.`

/** The mails with a code or a link, and those that are sent instead of a code. */
export const signInMails = {
  emailVerification: ({ linkLifetime, project }: WithLink): LinkMailWords => ({
    subject: `Verify your email address for ${project}`,
    sentence: 'Verify that this email address is yours.',
    sentenceInText: 'Verify that this email address is yours. Open this link and confirm:',
    action: 'Verify email address',
    lifetime: linkExpires(linkLifetime),
    reason: `You received this email because someone entered this address at ${project}. If that was not you, you can ignore this email. Nothing changes.`,
  }),
  passwordReset: ({ linkLifetime, project }: WithLink): LinkMailWords => ({
    subject: `Reset your password for ${project}`,
    sentence: 'Choose a new password for your account.',
    sentenceInText: 'Open this link to choose a new password for your account:',
    action: 'Choose a new password',
    lifetime: linkExpires(linkLifetime),
    reason: `You received this email because someone requested a password reset for this address at ${project}. If that was not you, you can ignore this email. Your password does not change.`,
  }),
  signInCode: ({ linkLifetime, project }: WithLink): CodeMailWords => ({
    subject: `Your code to sign in to ${project}`,
    sentence: `Enter this code on the page where you sign in to ${project}, or use the button.`,
    sentenceInText: `Enter this code on the page where you sign in to ${project}:`,
    orOpen: 'Or open this link:',
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
    subject: `Your account at ${project} does not sign in by email`,
    sentence: `Signing in by email is turned off for your account at ${project}. Sign in another way, or contact ${project} support.`,
    reason: `${becauseRequested(project)} If that was not you, you can ignore this email.`,
  }),
  // The subject contains no name that a user has chosen: an inbox shows it beside the name of the project.
  teamInvitation: (details: TeamInvitation): LinkMailWords => ({
    subject: `You are invited to a team at ${details.project}`,
    sentence: invitation(details),
    sentenceInText: `${invitation(details)} Open this link to view the invitation:`,
    action: 'View invitation',
    lifetime: `The invitation expires on ${details.expiresAt}. You join the team only after you confirm.`,
    reason: `You received this email because someone invited this address to a team at ${details.project}. Users of ${details.project} chose the names in quotation marks. If you do not expect the invitation, you can ignore this email.`,
  }),
}

export type SignInMailTexts = typeof signInMails
