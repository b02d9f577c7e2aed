import { ACCESS_TOKEN_CLAIM_NAME_MAX_CHARACTERS, ACCESS_TOKEN_CLAIMS_MAX } from '@portico/client/admin'

import type { ProjectConfig } from '../../data/project-config.ts'
import type { ClaimsTexts } from '../../texts/en/claims.ts'

type Claims = ProjectConfig['accessTokenClaims']

const CLAIM =
  /^([a-z][a-z\d_]*) *= *((?:client_metadata|client_read_only_metadata|server_metadata)(?:\.[\w-]{1,64}){1,8})$/

/** The claims as typed: one per line, in the order of their names. */
export function linesOf(claims: Claims): string {
  return Object.entries(claims)
    .toSorted(([name], [other]) => (name < other ? -1 : 1))
    .map(([name, path]) => `${name} = ${path}`)
    .join('\n')
}

/** The claims of valid lines. Call `findLinesProblem` before. */
export function claimsOf(text: string): Claims {
  return Object.fromEntries(listLines(text).map((line) => [nameOf(line), CLAIM.exec(line)?.[2] ?? '']))
}

/** What is wrong with the first line that has a problem; null if nothing. The service also refuses reserved names. */
export function findLinesProblem(text: string, t: ClaimsTexts): string | null {
  const lines = listLines(text)
  const names = new Set<string>()
  for (const line of lines) {
    const name = nameOf(line)
    if (name === '' || name.length > ACCESS_TOKEN_CLAIM_NAME_MAX_CHARACTERS) return t.lineWrong(line)
    if (names.has(name)) return t.nameTwice(name)
    names.add(name)
  }
  return names.size > ACCESS_TOKEN_CLAIMS_MAX ? t.tooMany(ACCESS_TOKEN_CLAIMS_MAX) : null
}

/** The names of the claims that users can write themselves. */
export function listWrittenByUsers(claims: Claims): string[] {
  return Object.keys(claims).filter((name) => claims[name]?.startsWith('client_metadata.'))
}

function listLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function nameOf(line: string): string {
  return CLAIM.exec(line)?.[1] ?? ''
}
