import { ACCESS_TOKEN_CLAIMS_MAX_BYTES, RESERVED_ACCESS_TOKEN_CLAIMS, type Json } from '@portico/contract'

import { compareIds } from '../../kernel/compare-ids.ts'
import type { ProjectConfig } from '../projects/project.ts'
import type { User } from '../users/user.ts'

/** From the name of a claim to a path in metadata, as on the wire: `server_metadata.plan`. */
type ClaimPaths = ProjectConfig['accessTokenClaims']

type Metadata = Pick<User, 'clientMetadata' | 'clientReadOnlyMetadata' | 'serverMetadata'>

/** The user documents that a project's claims read. A refresh reads no other. */
export type MetadataInClaims = { readonly [Name in keyof Metadata]: boolean }

interface CustomClaims {
  readonly claims: Readonly<Record<string, Json>>
  /** The claims that do not fit, in the order of their names. */
  readonly omitted: readonly string[]
}

const documents: Readonly<Record<string, keyof Metadata>> = {
  client_metadata: 'clientMetadata',
  client_read_only_metadata: 'clientReadOnlyMetadata',
  server_metadata: 'serverMetadata',
}

export function metadataInClaims(paths: ClaimPaths): MetadataInClaims {
  const read = new Set(Object.values(paths).map((path) => documents[path.split('.', 1)[0] ?? '']))
  return {
    clientMetadata: read.has('clientMetadata'),
    clientReadOnlyMetadata: read.has('clientReadOnlyMetadata'),
    serverMetadata: read.has('serverMetadata'),
  }
}

/**
 * Computes the custom claims of a user. A claim that does not fit is omitted, because a part of its value could be read
 * as another value, and a token is never refused because of its claims (decision 087).
 */
export function computeCustomClaims(paths: ClaimPaths, metadata: Metadata): CustomClaims {
  const found = Object.entries(paths)
    // Names can become reserved after a project was stored.
    .filter(([name]) => !RESERVED_ACCESS_TOKEN_CLAIMS.includes(name))
    .toSorted(([name], [other]) => compareIds(name, other))
    .flatMap(([name, path]) => {
      const value = readPath(metadata, path)
      return value === undefined ? [] : [{ name, value, bytes: byteLength(value) }]
    })
  const all = sizeOf(found, [])
  if (all <= ACCESS_TOKEN_CLAIMS_MAX_BYTES) return presentClaims(found, [])
  const kept: ClaimValue[] = []
  const omitted: string[] = []
  for (const [index, claim] of found.entries()) {
    // The later claims may all be left out, and then the list contains their names.
    const laterNames = found.slice(index + 1).map(({ name }) => name)
    const fits = sizeOf([...kept, claim], [...omitted, ...laterNames]) <= ACCESS_TOKEN_CLAIMS_MAX_BYTES
    if (fits) kept.push(claim)
    else omitted.push(claim.name)
  }
  return presentClaims(kept, omitted)
}

/** The members of the token. */
export function claimsInToken({ claims, omitted }: CustomClaims): Readonly<Record<string, Json>> {
  return omitted.length === 0 ? claims : { ...claims, omitted_claims: [...omitted] }
}

interface ClaimValue {
  readonly name: string
  readonly value: Json
  readonly bytes: number
}

function presentClaims(kept: readonly ClaimValue[], omitted: readonly string[]): CustomClaims {
  return { claims: Object.fromEntries(kept.map(({ name, value }) => [name, value])), omitted }
}

/** Undefined if the user has no such member. Metadata is data of people, so only own members of objects count. */
function readPath(metadata: Metadata, path: string): Json | undefined {
  const [document = '', ...names] = path.split('.')
  const member = documents[document]
  let value: Json | undefined = member && metadata[member]
  for (const name of names) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    value = Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value
}

/** The bytes of the claims in a token's JSON, as members of a separate object. */
function sizeOf(claims: readonly ClaimValue[], omitted: readonly string[]): number {
  const members = claims.reduce((sum, { name, bytes }) => sum + byteLength(name) + ':'.length + bytes, 0)
  const list = omitted.length === 0 ? 0 : byteLength('omitted_claims') + ':'.length + byteLength([...omitted])
  const count = claims.length + (omitted.length === 0 ? 0 : 1)
  return '{}'.length + members + list + Math.max(count - 1, 0)
}

function byteLength(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value))
}
