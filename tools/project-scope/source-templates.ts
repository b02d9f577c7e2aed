import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { findTemplates, type SqlTemplate } from './templates.ts'

/** The files with the tags, and those of `@portico/server` in other packages. */
const importsTags = /\/statement\.ts'|'@portico\/server'/
const root = join(import.meta.dirname, '../..')

/**
 * Finds the SQL templates of the source files, without those of tests.
 *
 * @param pattern of the paths, from the root of the repository
 */
export function readSourceTemplates(pattern: string): SqlTemplate[] {
  const files = globSync(pattern, { cwd: root, exclude: (file) => /\.test\.tsx?$|node_modules/.test(file) })
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return importsTags.test(source) ? findTemplates(file, source) : []
  })
}
