#!/usr/bin/env node
// The only file with side effects on import: runs the command line and sets the exit code.
import { findNodeProblem } from '@portico/contract/node-version'

const problem = findNodeProblem('portico', process.versions.node)
if (problem === null) {
  // Loaded after the check, because a module may not load on an older Node.
  const { runProgram } = await import('./program.ts')
  const exitCode = await runProgram(process.argv.slice(2))
  // The commands of the service have set their own exit code.
  if (exitCode !== 0) process.exitCode = exitCode
} else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}
