import { listLanes } from '../platform/cells/across-cells.ts'
import { forProject } from '../platform/db/project-scope.ts'
import { requireMatchingSecret, rotateSigningKey, type Rotation } from '../records/projects/signing-keys.ts'
import type { OperatorCommand, OperatorDependencies, Print } from './command.ts'
import { MOVED_MEANWHILE, requireNoMove } from './moves-meanwhile.ts'
import { listProjectIds } from '../records/projects/store.ts'

const PROJECTS_AT_ONCE = 100

/** Replaces the keys that sign access tokens. A repeated run continues with the projects that have no new key yet. */
export const rotateSigningKeysCommand: OperatorCommand = {
  name: 'rotate-signing-keys',
  summary: 'Replaces the keys that sign access tokens, for all projects or for one.',
  options: { project: { type: 'string', summary: 'Id of the project; without it, all projects.' } },
  async run(dependencies, { texts: { project } }, print) {
    await requireMatchingSecret(dependencies)
    const tally: Tally = { rotated: 0, underWay: 0, last: null }
    let isComplete = true
    if (project === undefined) {
      isComplete = await rotateAll(dependencies, tally, print)
    } else if (!(await rotateOne(dependencies, project, tally))) {
      print(`The project ${project} does not exist.`)
      return 1
    }
    report(tally, isComplete, print)
    if (!isComplete) print(MOVED_MEANWHILE)
    return isComplete ? 0 : 1
  },
}

interface Tally {
  rotated: number
  underWay: number
  last: Rotation | null
}

/** @returns false if projects may be left out */
async function rotateAll(dependencies: OperatorDependencies, tally: Tally, print: Print): Promise<boolean> {
  const isMovedSince = await requireNoMove(dependencies.db)
  for (const db of listLanes(dependencies.db)) await rotateCell({ ...dependencies, db }, tally, print)
  return !(await isMovedSince())
}

async function rotateCell(dependencies: OperatorDependencies, tally: Tally, print: Print): Promise<void> {
  let after = ''
  for (;;) {
    const ids = await dependencies.db.run(listProjectIds(after, PROJECTS_AT_ONCE))
    for (const id of ids) await rotateOne(dependencies, id, tally)
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
    print(`${tally.rotated + tally.underWay} projects done`)
  }
}

/** @returns whether the project exists */
async function rotateOne(
  { clock, db, secret }: OperatorDependencies,
  projectId: string,
  tally: Tally,
): Promise<boolean> {
  const outcome = await forProject(db, projectId).transaction((tx) => rotateSigningKey({ secret }, tx, clock.now()))
  if (outcome === 'under_way') {
    tally.underWay += 1
  } else if (outcome) {
    tally.rotated += 1
    tally.last = outcome
  }
  return outcome !== null
}

function report({ rotated, underWay, last }: Tally, isComplete: boolean, print: Print): void {
  if (underWay > 0) {
    print(`Projects that were not changed, because their newest key does not sign yet: ${underWay}.`)
  }
  if (!last) {
    print('No key was replaced.')
    return
  }
  print(
    [
      `Projects with a new signing key: ${rotated}.`,
      'The new keys are published now.',
      `They sign tokens from ${last.signsFrom.toISOString()}, when every verifier has refreshed its cached key set.`,
      `The old keys are accepted until ${last.retiredAt.toISOString()}, when their last tokens have expired.`,
      ...(isComplete ? ['No further action is required.'] : []),
    ].join('\n'),
  )
}
