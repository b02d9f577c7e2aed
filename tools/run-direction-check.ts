import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { compareWithBaseline } from './direction/baseline.ts'
import { findViolationsOfPackages } from './direction/packages.ts'

const root = join(import.meta.dirname, '..')
const baseline = readFileSync(join(import.meta.dirname, 'direction/baseline.txt'), 'utf8')
  .split('\n')
  .filter(Boolean)
const problems = compareWithBaseline(findViolationsOfPackages(root), baseline)
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
