import { createHash } from 'node:crypto'

export interface Manifest {
  readonly name: string
  version?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** A release version (SemVer 2.0.0), also one before a release, such as `0.2.0-beta.1`. */
const VERSION = /^\d+\.\d+\.\d+(?:-[\da-z]+(?:\.[\da-z]+)*)?$/

export function isVersion(text: string): boolean {
  return VERSION.test(text)
}

/** Returns the notes of a version, which are its section in the changelog. Null: there is none, or it is empty. */
export function notesOf(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((candidate) => candidate.split('\n', 1)[0]?.trim() === version)
  const notes = section?.slice(section.indexOf('\n')).trim() ?? ''
  return notes === '' ? null : `${notes}\n`
}

/** Moves the changes under "Unreleased" to a section of the version. Changes nothing if the version has one. */
export function withSection(changelog: string, version: string): string {
  if (notesOf(changelog, version) !== null) return changelog
  return changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version}`)
}

/** Returns a manifest with the version, also where it names another package of the release. */
export function withVersion(manifest: Manifest, version: string, names: ReadonlySet<string>): Manifest {
  const update = (wanted: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(wanted).map(([name, range]) => [name, names.has(name) && /^\d/.test(range) ? version : range]),
    )
  const { dependencies, devDependencies, peerDependencies } = manifest
  return {
    ...manifest,
    ...(manifest.version !== undefined && { version }),
    ...(dependencies && { dependencies: update(dependencies) }),
    ...(devDependencies && { devDependencies: update(devDependencies) }),
    ...(peerDependencies && { peerDependencies: update(peerDependencies) }),
  }
}

interface Component {
  name: string
  readonly purl?: string
}

/**
 * Names the components of a CycloneDX list after their packages. npm names those of this repository after their
 * folders, and the repository after the folder of the clone.
 */
export function withPackageNames(list: string): string {
  const { metadata, components, ...rest } = JSON.parse(list) as {
    metadata: { component: Component }
    components: readonly Component[]
  }
  const renamed = { ...rest, metadata: { ...metadata, component: named(metadata.component) } }
  return `${JSON.stringify({ ...renamed, components: components.map(named) }, null, 2)}\n`
}

/** A package URL is `pkg:npm/<name>@<version>`, with a percent-encoded `@` of the scope. */
function named(component: Component): Component {
  const name = /^pkg:npm\/([^@?]+)@/.exec(component.purl ?? '')?.[1]
  return name === undefined ? component : { ...component, name: decodeURIComponent(name) }
}

/**
 * The list of releases in the source (`platform/db/releases.ts`) with a release and the version of its schema. Changes
 * nothing if it has it.
 */
export function withRelease(source: string, version: string, schema: number): string {
  if (source.includes(`'${version}'`)) return source
  return source.replace(/= \[([^\]]*)\]/, (_list, entries: string) => {
    const lines = [...(entries.match(/\{[^}]*\}/g) ?? []), `{ version: '${version}', schema: ${schema} }`]
    return `= [\n${lines.map((line) => `  ${line},\n`).join('')}]`
  })
}

/** Returns the lines that `sha256sum --check` reads. */
export function checksums(files: readonly { readonly name: string; readonly content: Uint8Array }[]): string {
  return files
    .map(({ name, content }) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`)
    .toSorted()
    .join('')
}
