import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'

import type { PackageManifest } from './built-packages.mjs'

const importLine = /^import (?:type )?(?<names>[^"\n]+) from "(?:[^".][^"]*)";?\n/gm
const source = /\bfrom "(?<from>[^".][^"]*)"|\bimport\("(?<inline>[^".][^"]*)"\)|^import "(?<bare>[^".][^"]*)"/gm

/**
 * Removes imports from other packages that the declarations do not use. The build keeps them when it bundles a part of
 * a module.
 */
export function removeUnusedImports(declarations: string): string {
  return declarations.replaceAll(importLine, (line, names: string) => {
    const words = new Set(declarations.replace(line, '').match(/[\w$]+/g))
    const locals = names
      .replaceAll(/[{}]/g, '')
      .split(',')
      .map((name) => name.trim().split(' ').at(-1) ?? '')
    return locals.some((local) => words.has(local)) ? line : ''
  })
}

/** Returns the packages that the declarations import although an installation of the package does not have them. */
export function missingPackages(
  declarations: string,
  { name, dependencies = {}, peerDependencies = {} }: PackageManifest,
): string[] {
  const imported = [...declarations.matchAll(source)].map(
    ({ groups }) => groups?.['from'] ?? groups?.['inline'] ?? groups?.['bare'] ?? '',
  )
  const packages = new Set(imported.filter((specifier) => !isBuiltin(specifier)).map(packageOf))
  return [...packages].filter(
    (used) =>
      used !== name && ![used, typesOf(used)].some((known) => known in dependencies || known in peerDependencies),
  )
}

/**
 * Removes what the declarations of a built package do not use, and checks the rest.
 *
 * @returns a sentence for each file that imports a package which is not installed with this one
 */
export function finishDeclarations(dist: string, manifest: PackageManifest): string[] {
  return globSync('**/*.d.ts', { cwd: dist }).flatMap((file) => {
    const path = join(dist, file)
    const text = readFileSync(path, 'utf8')
    const finished = removeUnusedImports(text)
    if (finished !== text) writeFileSync(path, finished)
    return missingPackages(finished, manifest).map((used) => `${file} imports ${used}, which is not a dependency.`)
  })
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function typesOf(name: string): string {
  return `@types/${name.replace(/^@/, '').replace('/', '__')}`
}
