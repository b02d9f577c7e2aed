#!/usr/bin/env node
// The only file that acts when it is imported: reads the command line, does what it says, sets the exit code.
import { runProgram } from './program.ts'

process.exitCode = await runProgram(process.argv.slice(2))
