import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parse, parseAllDocuments } from 'yaml'

const root = join(import.meta.dirname, '../..')

/** An object of Kubernetes. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly [field: string]: unknown
}

/** The files of `deploy/`, as paths from the root. */
export function listDeployFiles(pattern = '**/*'): string[] {
  return globSync(`deploy/${pattern}`, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted()
}

export function readDeployFile(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Reads the compose file, with its anchors and merges resolved. */
export function readCompose(): unknown {
  return parse(readDeployFile('deploy/compose.yaml'), { merge: true })
}

/** Reads all Kubernetes objects except the file list of Kustomize. */
export function readManifests(): Manifest[] {
  return listDeployFiles('kubernetes/*.yaml')
    .filter((path) => !path.endsWith('kustomization.yaml'))
    .flatMap((path) => parseAllDocuments(readDeployFile(path)))
    .map((document) => {
      const [error] = document.errors
      if (error) throw error
      return document.toJS() as Manifest
    })
}

/** Reads a file with one variable per line, as systemd does. */
export function readEnvironmentFile(path: string): Record<string, string> {
  const lines = readDeployFile(path).split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => [...line.matchAll(/^([A-Z_]+)=(.*)$/g)].map(([, name, value]) => [name, value])),
  )
}

/** Names of settings in any file, in comments too. */
export function findSettingNames(text: string): string[] {
  return [...new Set(text.match(/\b(?:PORTICO_[A-Z0-9_]+|DATABASE_URL|REDIS_URL)\b/g))]
}
