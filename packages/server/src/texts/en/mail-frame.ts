/**
 * The sentences of a mail. Arguments are placeholders, and values are inserted after the sentences were parsed as
 * Markdown. An argument without a value is empty.
 */
export interface MailWords {
  readonly subject: string
  readonly sentence: string
  /** Why the recipient gets the mail, and what to do if it is unexpected. */
  readonly reason: string
}

export interface LinkMailWords extends MailWords {
  /** The label of the button. */
  readonly action: string
  readonly lifetime: string
}

/** A person in a mail about a project. Both are empty for one without a name. */
export interface Person {
  readonly personName: string
  readonly personAddress: string
}

/** The texts around the sentences of every mail. */
export const mailFrame = {
  ifButtonFails: 'If the button does not work, open this address:',
  /** @param project empty for the mails of the dashboard, which are its own */
  footer: ({ host, project }: { readonly host: string; readonly project: string }): string =>
    `Sent${project === '' ? '' : ` for ${project}`} by Portico at ${host}.`,
  /** The footer of a project that does not show who runs the service. */
  footerWithoutPortico: ({ host, project }: { readonly host: string; readonly project: string }): string =>
    `Sent for ${project} by ${host}.`,
  /** @param address where users get help */
  support: (address: string): string => `Support: ${address}`,
  terms: 'Terms of service',
  privacy: 'Privacy policy',
  unnamedTeam: 'Unnamed team',
  /** A time in UTC, because the zone of the reader is unknown. */
  moment: (day: string, time: string): string => `${day} at ${time} UTC`,
}

export type MailFrameTexts = typeof mailFrame
