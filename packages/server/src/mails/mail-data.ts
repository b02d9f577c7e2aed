import type { Texts } from '../texts/en/texts.ts'
import { addressInMail, quotedNameInMail } from './name-in-mail.ts'

/** A mail of the texts. */
export type MailName = keyof Texts['mails']

/**
 * A value of a mail that becomes text in the language of the mail. A chosen name may have another direction than the sentence; the
 * HTML part isolates it.
 */
export type MailValue =
  | string
  | { readonly chosenName: string }
  | { readonly atMillis: number }
  | { readonly lifetimeSeconds: number }
  | { readonly list: readonly string[] }

type Given<Data> = { readonly [Key in keyof Data]: string extends Data[Key] ? MailValue : Data[Key] }

/** A mail with the values of its sentences, in no language. Every mail has the name of its project in addition. */
export type MailContent = {
  readonly [Name in MailName]: {
    readonly mail: Name
    readonly data: Given<Omit<Parameters<Texts['mails'][Name]>[0], 'project'>>
    /** The button, and the same address as text. */
    readonly link?: string
    /** A code to type. */
    readonly code?: string
  }
}[MailName]

/** A name that a user has chosen, for a quotation in a mail. */
export function chosenName(name: string | null): MailValue {
  const quoted = quotedNameInMail(name ?? '')
  return quoted === '' ? '' : { chosenName: quoted }
}

/** An address of a user. It may contain what a user has chosen, like a name. */
export function chosenAddress(address: string | null): MailValue {
  const shown = addressInMail(address ?? '')
  return shown === '' ? '' : { chosenName: shown }
}

export const atMoment = (atMillis: number): MailValue => ({ atMillis })
