import { parseArgs } from 'node:util'

import { isRole, roles, type Role } from './kernel/role.ts'

/** What `portico-server` was called with, if it is to start the service. */
type StartArguments = { readonly role: Role | null } | { readonly problem: string }

/**
 * Reads the arguments of a start: none, or `start` with an optional `--role`.
 *
 * @returns null for another command
 */
export function readStartArguments([name, ...rest]: readonly string[]): StartArguments | null {
  if (name === undefined) return { role: null }
  if (name !== 'start' || rest.includes('--help') || rest.includes('-h')) return null
  const role = readRole(rest)
  if (role === undefined) return { problem: `The command "start" does not accept "${rest.join(' ')}".` }
  if (role === null || isRole(role)) return { role }
  return { problem: `The role "${role}" does not exist. Use one of: ${roles.join(', ')}.` }
}

/** Returns null without the option, and undefined for any other arguments. */
function readRole(args: readonly string[]): string | null | undefined {
  try {
    return parseArgs({ args: [...args], options: { role: { type: 'string' } } }).values.role ?? null
  } catch {
    return undefined
  }
}
