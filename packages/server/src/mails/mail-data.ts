import { addressInMail, quotedNameInMail } from '@portico/protocols/mail-document/name-in-mail'

import type { Texts } from '../texts/en/texts.ts'

export type MailName = keyof Texts['mails']

/** A value in a mail that becomes text in the mail's language. */
export type MailValue =
  | ''
  | { readonly text: string }
  /** Another person has chosen the name, so it may have another direction than the sentence. */
  | { readonly chosenName: string }
  | { readonly teamName: string }
  | { readonly atMillis: number }
  | { readonly lifetimeSeconds: number }
  /** The code of ISO 3166-1 alpha-2. */
  | { readonly countryCode: string; readonly clientAddress: string | null }
  | { readonly list: readonly string[] }

type Given<Data> = {
  readonly [Key in keyof Data]: string extends Data[Key]
    ? MailValue
    : Data[Key] extends readonly (infer Item extends object)[]
      ? readonly Given<Item>[]
      : Data[Key]
}

/** A mail with the values of its sentences, in no language. Every mail has the name of its project in addition. */
export type MailContent = {
  readonly [Name in MailName]: {
    readonly mail: Name
    readonly data: Given<Omit<Parameters<Texts['mails'][Name]>[0], 'project'>>
    /** Values for templates of owners, which the sentences of the service do not contain. */
    readonly further?: Readonly<Record<string, MailValue>>
    /** The language of the user, if only the delivery finds the user. */
    readonly locale?: string | null
    /** The address of the button. */
    readonly link?: string
    /** A code to type. */
    readonly code?: string
  }
}[MailName]

export const plainText = (text: string): MailValue => (text === '' ? '' : { text })

/** A name that a user has chosen, for a quotation in a mail. */
export function chosenName(name: string | null): MailValue {
  const quoted = quotedNameInMail(name ?? '')
  return quoted === '' ? '' : { chosenName: quoted }
}

/** An address of a user, which the user's name may precede. */
export function chosenAddress(address: string | null): MailValue {
  const shown = addressInMail(address ?? '')
  return shown === '' ? '' : { chosenName: shown }
}

export const atMoment = (atMillis: number): MailValue => ({ atMillis })
