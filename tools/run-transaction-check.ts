import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { findViolations } from './transactions/find-violations.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('packages/*/src/**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|\.d\.ts$/.test(file))
const violations = files.flatMap((file) => findViolations(file, readFileSync(join(root, file), 'utf8')))
for (const violation of violations) console.log(violation)
process.exitCode = violations.length > 0 ? 1 : 0
