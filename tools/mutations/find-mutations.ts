import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { applyMarker } from './apply.ts'
import { findMarkers, mayHaveMarkers } from './marker.ts'
import { type Mutation, root } from './mutation.ts'
import { parse } from './syntax.ts'

const isTest = /\.test\.tsx?$/
const isOfPostgres = /\.postgres\.test\.tsx?$/

/** Finds every check that `npm run mutate` removes, one at a time. */
export function findMutations(): Mutation[] {
  return findMutationsIn(() => true)
}

/** @throws Error if no marker names the check */
export function findMutation(check: string): Mutation {
  const found = findMutationsIn((source) => source.includes(check)).find((mutation) => mutation.check === check)
  if (!found) throw new Error(`No marker names the check "${check}"`)
  return found
}

function findMutationsIn(isWanted: (source: string) => boolean): Mutation[] {
  const paths = globSync('{packages,apps}/*/{src,test}/**/*.{ts,tsx}', { cwd: root }).toSorted()
  const tests = paths.filter((path) => isTest.test(path))
  return paths
    .filter((path) => !isTest.test(path))
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8')
      return isWanted(source) ? findMutationsOf(path, source, tests) : []
    })
}

/** Derives the mutations of a file from its markers. */
export function findMutationsOf(file: string, source: string, testFiles: readonly string[]): Mutation[] {
  if (!mayHaveMarkers(source)) return []
  const syntax = parse(file, source)
  return findMarkers(syntax).map((marker) => {
    const tests = marker.tests?.flatMap((name) => findTests(name, testFiles)) ?? testsBeside(file, testFiles)
    const needsPostgres = marker.isForPostgres || tests.every((test) => isOfPostgres.test(test))
    return {
      check: marker.check,
      file,
      tests,
      engine: needsPostgres ? 'postgres' : 'pglite',
      mutated: applyMarker(syntax, marker),
    }
  })
}

/**
 * Finds the test files that a marker names by the end of their path without extension, or a folder by a slash at its
 * end.
 */
function findTests(name: string, testFiles: readonly string[]): readonly string[] {
  const isNamed = name.endsWith('/')
    ? (path: string): boolean => `/${path}`.includes(`/${name}`)
    : (path: string): boolean => `/${path.replace(isTest, '')}`.endsWith(`/${name}`)
  const found = testFiles.filter(isNamed)
  if (found.length === 0) throw new Error(`a marker names the test "${name}", which does not exist`)
  return found
}

/** The test of the file, or else the tests in its folder. */
function testsBeside(file: string, testFiles: readonly string[]): readonly string[] {
  const own = file.replace(/\.tsx?$/, '.test.ts')
  const ofFile = testFiles.filter((test) => test === own || test === `${own}x`)
  const found = ofFile.length > 0 ? ofFile : testFiles.filter((test) => dirname(test) === dirname(file))
  if (found.length === 0) throw new Error(`a marker in ${file} names no test, and the folder has none`)
  return found
}
