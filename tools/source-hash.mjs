// Hashes source files, so that a build is repeated only after a change of its sources. Runs on Node 20 and newer.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** Files without influence on a build. Those that `build-wire-types.mjs` writes derive from the others. */
const notHashed =
  /\.test\.tsx?$|\.md$|^packages\/contract\/src\/generated\/|^packages\/client\/src\/transport\/record-fields\.ts$/

/**
 * Hashes the names and contents of files and folders, without tests, documents and the wire types.
 *
 * @param {readonly string[]} paths relative to the root
 * @returns {string}
 */
export function hashSources(paths) {
  const hash = createHash('sha256')
  for (const path of paths) addTo(hash, path)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const entries = readEntries(path)
  if (entries === null) {
    if (!notHashed.test(path))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0')
    return
  }
  for (const name of entries.toSorted()) addTo(hash, `${path}/${name}`)
}

/** Returns the names in a folder; null for a file. */
function readEntries(path) {
  try {
    return readdirSync(join(root, path))
  } catch (error) {
    if (error.code === 'ENOTDIR') return null
    throw error
  }
}
