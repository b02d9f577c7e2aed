import { join } from 'node:path'

import { findViolationsOfPackages } from './direction/packages.ts'

const violations = findViolationsOfPackages(join(import.meta.dirname, '..'))
for (const violation of violations) console.log(violation)
process.exitCode = violations.length > 0 ? 1 : 0
