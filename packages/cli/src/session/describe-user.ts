import type { CurrentUser } from '@portico/client'

import { toPlainText } from '../kernel/plain-text.ts'

/** Describes a user in one line: name and address if present, else the id. */
export function describeUser({ displayName, primaryEmail, id }: CurrentUser): string {
  const name = displayName && toPlainText(displayName).trim()
  if (name && primaryEmail) return `${name} <${primaryEmail}>`
  return name || primaryEmail || id
}
