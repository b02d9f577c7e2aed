import { findStartImageProblem } from './start-image-check.ts'

const problem = await findStartImageProblem()
if (problem !== null) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}
