import type { Database } from '../../kernel/database.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { firstRow, unscoped } from '../../kernel/statement.ts'
import { openRedisRateLimits } from '../../platform/limits/redis-rate-limits.ts'
import { createLog } from '../../platform/log/log.ts'
import type { Project } from '../../records/projects/project.ts'
import { listProjects } from '../../records/projects/store.ts'
import { isUsableDomain } from '../../records/projects/trusted-origins.ts'
import type { Check, DoctorFinding } from './check.ts'
import { readCells } from './read-cells.ts'

export const redisCheck: Check = {
  name: 'redis',
  summary: 'whether Redis accepts connection and commands',
  async run({ settings: { redisUrl } }) {
    if (redisUrl === null) return []
    try {
      const redis = await openRedisRateLimits(redisUrl, createLog('silent'))
      try {
        await redis.forgetHits(['doctor'])
      } finally {
        redis.close()
      }
      return []
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
      const { message, nextStep } =
        error instanceof StartupProblem
          ? error
          : {
              message: 'Redis refuses a command.',
              nextStep: 'Give the user in REDIS_URL the right to the commands eval, del and ping.',
            }
      return [{ severity: 'error', problem: `${message}${cause}`, fix: nextStep }]
    }
  },
}

const PROJECTS_AT_ONCE = 100
/** More would hide the other findings. */
const PROJECT_FINDINGS_MAX = 20

export const projectsCheck: Check = {
  name: 'projects',
  summary: 'what production mode does not allow in the settings of each project',
  needsDatabase: true,
  async run(subject) {
    const { db, settings } = subject
    const findings: DoctorFinding[] = []
    const inDevelopment: string[] = []
    const judgeAll = async (ofCell: Database): Promise<void> => {
      for await (const project of readProjects(ofCell)) {
        if (project.isProductionMode) findings.push(...judgeProject(project))
        else if (project.id !== 'internal') inDevelopment.push(project.displayName)
      }
    }
    await judgeAll(db)
    await readCells(subject, judgeAll)
    const hidden = findings.splice(PROJECT_FINDINGS_MAX).length
    if (hidden > 0) {
      findings.push({
        severity: 'warning',
        problem: `${hidden} more findings of projects.`,
        fix: 'Fix the others first.',
      })
    }
    if (settings.mode === 'production' && inDevelopment.length > 0) {
      findings.push({
        severity: 'note',
        problem: `Projects without production mode: ${inDevelopment.length} (${inDevelopment.slice(0, 3).join(', ')}${inDevelopment.length > 3 ? ', …' : ''}).`,
        fix: 'Turn production mode on in the settings of each project whose users are real.',
      })
    }
    return findings
  },
}

async function* readProjects(db: Database): AsyncGenerator<Project> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const projects: readonly Project[] = await db.run(listProjects(after, PROJECTS_AT_ONCE))
    yield* projects
    after = projects.at(-1)?.id
  }
}

function judgeProject(project: Project): DoctorFinding[] {
  const { config, displayName, id } = project
  const unusable = config.domains.filter(({ domain }) => !isUsableDomain(project, domain))
  const findings = unusable.map(({ domain }): DoctorFinding => ({
    severity: 'warning',
    problem: `${displayName} (${id}) has production mode, which ignores its domain ${domain}.`,
    fix: 'Use https:// with a domain name, or remove the domain, on the page "Domains" of the project.',
  }))
  if (unusable.length < config.domains.length) return findings
  return [
    ...findings,
    {
      severity: 'warning',
      problem: `${displayName} (${id}) has production mode and no usable domain, so no page can sign users in.`,
      fix: 'Add the origin of the app on the page "Domains" of the project.',
    },
  ]
}

const BACKUP_MAX_DAYS = 7
const DAY_MILLIS = 86_400_000

export const backupsCheck: Check = {
  name: 'backups',
  summary: 'the age of the newest backup by this program',
  needsDatabase: true,
  async run({ db, now, settings: { cells, mode } }) {
    const newest = await db.run(
      unscoped.statement<{ at: Date }>`
        select at from audit_events where project_id = 'internal' and action = 'service.backed_up' and outcome = 'ok'
        order by at desc limit 1`.map(firstRow),
    )
    const days = newest ? Math.floor((now().getTime() - newest.at.getTime()) / DAY_MILLIS) : null
    if (days !== null && days < BACKUP_MAX_DAYS) return []
    return [
      {
        severity: mode === 'production' ? 'warning' : 'note',
        problem: days === null ? 'The audit log has no backup.' : `The newest backup is ${days} days old.`,
        fix:
          cells.length > 0
            ? 'Back up the databases of all cells with the tools of PostgreSQL (docs/cells.md, "Backups"). Ignore this if a program does.'
            : 'Run `portico-server backup` regularly. Ignore this if another program backs up the database.',
      },
    ]
  },
}

/** The newest requests are kept per project, so in a large service this reads only a part of them. */
const SAMPLE_REQUESTS = 100_000

export const clientsCheck: Check = {
  name: 'clients',
  summary: 'the versions of the SDK in recent requests',
  needsDatabase: true,
  async run({ db, version }) {
    const { rows } = await db.run(unscoped.statement<{ client_version: string; projects: number }>`
      select client_version, count(distinct project_id)::int as projects
      from (
        select client_version, project_id from recent_requests where client_version is not null limit ${SAMPLE_REQUESTS}
      ) sample
      group by client_version order by client_version`)
    const others = rows.filter(({ client_version: seen }) => isOwnClient(seen) && !seen.endsWith(`@${version}`))
    if (others.length === 0) return []
    const list = others.map(({ client_version: seen, projects }) => `${seen} (projects: ${projects})`)
    return [
      {
        severity: 'note',
        problem: `Recent requests came from other versions of the SDK: ${list.slice(0, 10).join(', ')}.`,
        fix: `Update the packages of these apps to ${version}, the version of the service.`,
      },
    ]
  },
}

function isOwnClient(clientVersion: string): boolean {
  return clientVersion.includes('@portico/')
}
