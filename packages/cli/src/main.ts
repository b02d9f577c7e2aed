#!/usr/bin/env node
// The only file with side effects on import: runs the command line and sets the exit code.
import { runProgram } from './program.ts'

process.exitCode = await runProgram(process.argv.slice(2))
