import type { CurrentUser } from '@portico/client'

/** Who somebody is, in one line: name and address as far as there are any, else the id. */
export function describeUser({ displayName, primaryEmail, id }: CurrentUser): string {
  // A name is another person's text; what steers a terminal has no place in it.
  const name = displayName?.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  if (name && primaryEmail) return `${name} <${primaryEmail}>`
  return name || primaryEmail || id
}
