import * as contract from '@portico/contract'

import { anyone } from '../../api/rules/access.ts'
import { callToProject } from '../../api/rules/public-call.ts'
import { answerRoute, type Route } from '../../api/rules/route.ts'
import type { Database } from '../../kernel/database.ts'
import type { ProjectCache } from '../../records/projects/project-cache.ts'
import type { Project } from '../../records/projects/project.ts'
import type { RefreshDependencies } from '../sessions/refresh.ts'
import { clearSessionCookie, readSessionCookies, setSessionCookie } from './cookie.ts'
import { confirmCliLogin, refreshDashboard, signOutOfDashboard, takeOverSession } from './dashboard-session.ts'

export interface DashboardSessionDependencies extends RefreshDependencies {
  readonly db: Database
  readonly projects: ProjectCache
  readonly settings: { readonly baseUrl: string }
}

export function dashboardSessionRoutes(dependencies: DashboardSessionDependencies): Route[] {
  const { db, projects, settings } = dependencies
  const ofInternal = {
    allow: anyone,
    find: async (): Promise<Project> => {
      const internal = await projects.get('internal')
      if (!internal) throw new Error('There is no project internal.')
      return internal.project
    },
    project: ({ found }: { readonly found: Project }) => found,
  }
  const cookiesOf = ({ headers }: { readonly headers: Headers }): readonly string[] =>
    readSessionCookies(settings.baseUrl, headers)
  const setting = (cookie: string): { readonly headers: Record<string, string> } => ({
    headers: { 'set-cookie': cookie },
  })

  return [
    answerRoute(contract.storeDashboardSession, { ...ofInternal, limit: 'dashboardSession' }, async (context) => {
      const { body, found, request } = context
      const call = callToProject(db, context, found)
      const tokens = await takeOverSession(dependencies, call, body.refresh_token, cookiesOf(request))
      return {
        body: { access_token: tokens.accessToken },
        ...setting(setSessionCookie(settings.baseUrl, tokens.refreshToken)),
      }
    }),

    answerRoute(contract.refreshDashboardSession, { ...ofInternal, limit: 'dashboardSession' }, async (context) => {
      const offered = cookiesOf(context.request)
      const tokens = await refreshDashboard(dependencies, callToProject(db, context, context.found), offered)
      if (tokens) {
        return {
          body: { access_token: tokens.accessToken },
          ...setting(setSessionCookie(settings.baseUrl, tokens.refreshToken)),
        }
      }
      return {
        body: { access_token: null },
        ...(offered.length > 0 && setting(clearSessionCookie(settings.baseUrl))),
      }
    }),

    answerRoute(contract.confirmCliLoginOfOwner, { ...ofInternal, limit: 'dashboardSession' }, async (context) => {
      const call = callToProject(db, context, context.found)
      await confirmCliLogin(call, context.body.login_code, cookiesOf(context.request))
      return { body: { success: true as const } }
    }),

    answerRoute(contract.endDashboardSession, ofInternal, async (context) => {
      await signOutOfDashboard(callToProject(db, context, context.found), cookiesOf(context.request))
      return { body: { success: true as const }, ...setting(clearSessionCookie(settings.baseUrl)) }
    }),
  ]
}
