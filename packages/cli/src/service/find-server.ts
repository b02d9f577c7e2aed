import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { Failure } from '../kernel/failure.ts'

/**
 * Finds the program of the service: the package that is installed in the current folder, or next to this one.
 *
 * @param importers paths or URLs of files whose imports are resolved, in this order
 * @throws Failure that says how to install it
 */
export function findServer(
  importers: readonly string[] = [join(process.cwd(), 'package.json'), import.meta.url],
): string {
  for (const from of importers) {
    const program = programOf(from)
    if (program !== null) return program
  }
  throw new Failure(
    'The package @portico/server is not installed here. Until it is on the npm registry, install it from a running service: npm install https://auth.example/packages/server.tgz',
  )
}

function programOf(from: string): string | null {
  const manifest = manifestFrom(from)
  if (manifest === null) return null
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Readonly<Record<string, string>> }
  const built = join(dirname(manifest), bin['portico-server'] ?? '')
  // Node runs the TypeScript sources only in a clone.
  const source = join(dirname(manifest), 'src/main.ts')
  if (import.meta.url.endsWith('.ts') && existsSync(source)) return source
  return existsSync(built) ? built : null
}

function manifestFrom(from: string): string | null {
  try {
    return createRequire(from).resolve('@portico/server/package.json')
  } catch {
    return null
  }
}
