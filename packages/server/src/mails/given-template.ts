import { checkDocument, type FormatProblem } from '@portico/protocols/mail-document/check-document'
import type { MailDocument } from '@portico/protocols/mail-document/block-types'
import { DOCUMENT_MAX_BYTES } from '@portico/protocols/mail-document/tree'

import { PlainError } from '../kernel/errors.ts'
import { firstLanguage, languages, type Language } from '../language/languages.ts'
import type { Project } from '../records/projects/project.ts'

/**
 * Checks the blocks that a caller sends (docs/protocol/projects.md#mails).
 *
 * @param head the beginning of the error message
 * @throws PlainError
 */
export function requireDocument(content: unknown, head = ''): MailDocument {
  if (Buffer.byteLength(JSON.stringify(content)) > DOCUMENT_MAX_BYTES) {
    throw new PlainError(400, `${head}The content must be at most ${DOCUMENT_MAX_BYTES / 1_000} kB of JSON.`)
  }
  const checked = checkDocument(content)
  if ('problem' in checked) throw new PlainError(400, `${head}${inWords(checked.problem)}`)
  return checked.document
}

function inWords({ block, expected, field }: FormatProblem): string {
  if (block === null) return `The content must be ${expected}.`
  return `The block ${JSON.stringify(block)} has the wrong format: ${field ?? 'it'} must be ${expected}.`
}

/**
 * Returns the language of a template, by default the project's.
 *
 * @throws PlainError if the service has no mails in the language
 */
export function requireLanguage({ config }: Project, given: string | undefined): Language {
  if (given === undefined) return firstLanguage([config.defaultLocale])
  if (!Object.hasOwn(languages, given)) {
    throw new PlainError(
      400,
      `There are no mails in this language. Choose one of: ${Object.keys(languages).join(', ')}.`,
    )
  }
  return given as Language
}
