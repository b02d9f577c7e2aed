/** A release and the version of its schema. */
export interface Release {
  readonly version: string
  readonly schema: number
}

/** Every release, oldest first. `npm run release` adds its release. */
const releases: readonly Release[] = [{ version: '0.1.0', schema: 200 }]

/**
 * Returns the release that works with the schema of a migration: the last one before it, because a migration adds in
 * one release and removes in the next.
 */
export function findReleaseBefore(migration: number): Release | null {
  return releases.findLast(({ schema }) => schema < migration) ?? null
}
