// Runs in a folder with packed packages. Writes, as JSON by package, the entries whose types programs cannot import.
import { globSync, readFileSync } from 'node:fs'

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'

const problems = {}
for (const file of globSync('*.tgz')) {
  const packed = createPackageFromTarballData(readFileSync(file))
  const manifest = JSON.parse(packed.readFile(`/node_modules/${packed.packageName}/package.json`))
  if (manifest.private) continue
  const entries = Object.entries(manifest.exports)
  // A package may be without CommonJS. Its README says so.
  const isCommonJs = entries.some(([, target]) => target.require)
  const analysis = await checkPackage(packed, {
    excludeEntrypoints: entries.map(([path]) => path).filter((path) => path.endsWith('.css')),
  })
  problems[packed.packageName] = (analysis.types === false ? [] : analysis.problems)
    // The `node10` resolution does not support `exports`.
    .filter(({ kind, resolutionKind }) => resolutionKind !== 'node10' && (isCommonJs || kind !== 'CJSResolvesToESM'))
    .map(({ kind, entrypoint, resolutionKind }) => `${kind} ${entrypoint} ${resolutionKind}`)
}
process.stdout.write(JSON.stringify(problems))
