import type { CurrentUser } from '@portico/client'

/** Describes a user in one line: name and address if present, else the id. */
export function describeUser({ displayName, primaryEmail, id }: CurrentUser): string {
  // The name is untrusted text: remove control characters, which could control the terminal.
  const name = displayName?.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  if (name && primaryEmail) return `${name} <${primaryEmail}>`
  return name || primaryEmail || id
}
