import { dirname, join, relative, sep } from 'node:path'

import { findViolations as findWrongImports, type Violation } from '../direction/find-violations.ts'
import { houseOf } from '../direction/houses.ts'
import { readSources } from '../direction/read-sources.ts'
import { findViolations as findWrongOrder, mayDependOnOrder, type Node } from '../transactions/find-violations.ts'

/** What the linter gives to a rule about one file. */
interface Context {
  readonly filename: string
  readonly sourceCode: { readonly text: string }
  report(finding: { readonly node: Node; readonly message: string }): void
}

/** A rule without a visitor for a file costs nothing there: the linter does not copy the syntax tree. */
interface Rule {
  create(context: Context): { Program?(program: Node): void }
}

/** An editor keeps the linter running, so the imports of other files are read again after this time. */
const SOURCES_KEPT_MILLIS = 60_000

interface PackageRead {
  readonly at: number
  readonly violations: readonly Violation[]
}

const packagesRead = new Map<string, PackageRead>()

/**
 * Refuses imports against the direction of the floors (`tools/direction/houses.ts`), and circles of files and of
 * folders.
 */
const directionOfImports: Rule = {
  create(context) {
    const [, src, name] = /^(.*\/(?:packages|apps)\/([^/]+)\/src)\//.exec(context.filename.replaceAll(sep, '/')) ?? []
    if (src === undefined || name === undefined) return {}
    const file = relative(src, context.filename).replaceAll(sep, '/')
    const violations = violationsOf(src, name).filter(({ from }) => from === file || from === dirname(file))
    if (violations.length === 0) return {}
    return {
      Program(program) {
        for (const violation of violations) {
          for (const node of causesOf(program, file, violation)) context.report({ node, message: violation.sentence })
        }
      },
    }
  },
}

/** Refuses code that depends on the order in which promises start. */
const orderInTransactions: Rule = {
  create(context) {
    if (!mayDependOnOrder(context.sourceCode.text)) return {}
    return {
      Program(program) {
        for (const { node, sentence } of findWrongOrder(program)) context.report({ node, message: sentence })
      },
    }
  },
}

function violationsOf(src: string, name: string): readonly Violation[] {
  const before = packagesRead.get(src)
  if (before && Date.now() - before.at < SOURCES_KEPT_MILLIS) return before.violations
  const violations = findWrongImports(readSources(src), houseOf(name))
  packagesRead.set(src, { at: Date.now(), violations })
  return violations
}

/** The nodes of a file that cause a violation; none if another file of the folder does. */
function causesOf(program: Node, file: string, { from, to }: Violation): readonly Node[] {
  if (to === null) return [program]
  const isOwn = from === file
  const imports = (program.body as Node[]).filter(({ source }) => {
    const path = (source as { value?: unknown } | null | undefined)?.value
    if (typeof path !== 'string' || !path.startsWith('.')) return false
    const imported = join(dirname(file), path).replaceAll(sep, '/')
    return (isOwn ? imported : dirname(imported)) === to
  })
  // A dynamic import is inside of an expression.
  return isOwn && imports.length === 0 ? [program] : imports
}

// The linter loads the default export of a plugin.
// oxlint-disable-next-line import/no-default-export
export default {
  meta: { name: 'portico' },
  rules: { 'direction-of-imports': directionOfImports, 'order-in-transactions': orderInTransactions },
}
