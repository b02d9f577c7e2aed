import { PorticoInternalApp, type AdminOwnedProjectWithHooks } from '@portico/react/internal'
import { Suspense, useState, type ReactNode } from 'react'
import { tokens } from './fake-service.ts'

/** A page of a project owner that shows everything that the hooks for owned projects return. */
export function OwnerBoard(): ReactNode {
  const [app] = useState(createInternalApp)
  return (
    <div className="greeting">
      <Suspense fallback={<p>Wait</p>}>
        <Projects app={app} />
      </Suspense>
    </div>
  )
}

function Projects({ app }: { readonly app: PorticoInternalApp }): ReactNode {
  const owner = app.useUser({ or: 'throw' })
  const projects = owner.useOwnedProjects()
  return (
    <>
      <p className="owner">{owner.displayName}</p>
      <p className="projects">{projects.map(({ displayName }) => displayName).join()}</p>
      {projects[0] && <Details project={projects[0]} />}
      <button type="button" onClick={() => void owner.createProject({ displayName: 'Second' })}>
        Create project
      </button>
    </>
  )
}

function Details({ project }: { readonly project: AdminOwnedProjectWithHooks }): ReactNode {
  const { app } = project
  const shown = app.useProject()
  return (
    <>
      <p className="name">{shown.displayName}</p>
      <p className="errors">
        {shown
          .useProductionModeErrors()
          .map(({ rule }) => rule)
          .join()}
      </p>
      <p className="keys">
        {app
          .useInternalApiKeys()
          .map(({ description }) => description)
          .join()}
      </p>
      <p className="definitions">{app.useTeamPermissionDefinitions().length}</p>
      <button
        type="button"
        onClick={() => void project.update({ displayName: 'Renamed', config: { allowLocalhost: false } })}
      >
        Rename
      </button>
      <button type="button" onClick={() => void createKey(project)}>
        Create key
      </button>
    </>
  )
}

async function createKey({ app }: AdminOwnedProjectWithHooks): Promise<void> {
  await app.createInternalApiKey({
    description: 'Backend',
    expiresAt: new Date(Date.now() + 3_600_000),
    hasPublishableClientKey: true,
    hasSecretServerKey: false,
    hasSuperSecretAdminKey: false,
  })
}

function createInternalApp(): PorticoInternalApp<true> {
  answerOwnerCalls()
  const { access_token: accessToken, refresh_token: refreshToken } = tokens()
  return new PorticoInternalApp<true>({
    publishableClientKey: 'dev',
    baseUrl: 'http://service.invalid',
    tokenStore: { accessToken, refreshToken },
  })
}

/** Answers the calls about owned projects from memory. All other calls go on to the fake service. */
function answerOwnerCalls(): void {
  const next = window.fetch
  let projects = [projectOf('First')]
  let keys = ['Initial']
  window.fetch = (input, init = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    const answer = (body: object) => Promise.resolve(Response.json(body))
    switch (`${init.method ?? 'GET'} ${pathname.replace('/api/v1', '')}`) {
      case 'GET /internal/projects':
        return answer({ items: projects })
      case 'POST /internal/projects':
        projects = [...projects, projectOf('Second')]
        return answer(projectOf('Second'))
      case 'GET /internal/projects/current':
        return answer(projects[0] ?? {})
      case 'PATCH /internal/projects/current':
        projects = [projectOf('First', 'Renamed', false), ...projects.slice(1)]
        return answer(projects[0] ?? {})
      case 'GET /internal/api-keys':
        return answer({ items: keys.map(keyOf) })
      case 'POST /internal/api-keys':
        keys = ['Backend', ...keys]
        return answer(keyOf('Backend'))
      case 'GET /team-permission-definitions':
        return answer({ items: [{ id: 'team_admin', contained_permission_ids: [] }] })
      default:
        return next(input, init)
    }
  }
}

/** The members that the page shows. */
function projectOf(id: string, displayName = id, allowsLocalhost = true) {
  const config = { allow_localhost: allowsLocalhost, domains: [], oauth_providers: [] }
  return { id, display_name: displayName, description: '', created_at_millis: 1, user_count: 0, config }
}

function keyOf(description: string) {
  return { id: description, description, expires_at_millis: 4_000_000_000_000, created_at_millis: 1 }
}
