import type { ErrorCode } from '@portico/contract/errors'
import { textsOfErrors } from './locales/error-texts.ts'
import type { LoadedLocale } from './locales/loaded-locale.ts'
import type { PluralForm } from './locales/plurals.ts'
import type { Text } from './locales/texts.ts'

export type TextParams = Readonly<Record<string, string | number>>

/** An error from the SDK. */
export interface TranslatableError {
  readonly errorCode: ErrorCode
  readonly details: unknown
  /** The English message of the service. */
  readonly message: string
}

/** Returns the text in the visitor's language. Replaces `{name}` by the parameter of that name. */
export interface Translate {
  (text: Text, params?: TextParams): string
  /** Returns the message of an error, selected by its code. */
  readonly error: (error: TranslatableError) => string
}

/** Replacement texts, keyed by the English text. */
export type TranslationOverrides = Readonly<Partial<Record<Text | PluralForm, string>>>

/**
 * Creates the translate function of one language. Overrides take precedence over the language. The fallback is English.
 */
export function createTranslate(
  locale: LoadedLocale | null | undefined,
  overrides: TranslationOverrides = {},
): Translate {
  function translate(text: Text, params: TextParams = {}): string {
    const pattern = overrides[text] ?? locale?.text(text) ?? text
    return pattern.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
      isolate(String(params[name] ?? placeholder), pattern),
    )
  }

  function translateError({ errorCode, details, message }: TranslatableError): string {
    // Another version of the service may send an error without details.
    const lacksDetails = details === undefined || details === null
    const text = describers[errorCode]
    if (typeof text === 'function') return lacksDetails ? message : text(translate, details)
    if (text) return translate(text)
    const sentence = (locale?.errors as ErrorSentences | undefined)?.[errorCode]
    if (typeof sentence === 'function') return lacksDetails ? message : sentence(details)
    return sentence ?? message
  }

  return Object.assign(translate, { error: translateError })
}

/**
 * Right-to-left letters, and characters that change the direction of what follows. The last range has others, which
 * isolation does not change.
 */
const redirecting = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/

/**
 * Keeps a name or an address and the sentence around it from reordering each other, if one of them is from right to
 * left.
 */
function isolate(value: string, sentence: string): string {
  return redirecting.test(value + sentence)
    ? `\u2068${value.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`
    : value
}

// The tables pair each code with its details. The compiler cannot follow that pair through a lookup by code.
const describers = textsOfErrors as Readonly<
  Partial<Record<ErrorCode, Text | ((t: (text: Text, params?: TextParams) => string, details: unknown) => string)>>
>
type ErrorSentences = Readonly<Partial<Record<ErrorCode, string | ((details: unknown) => string)>>>
