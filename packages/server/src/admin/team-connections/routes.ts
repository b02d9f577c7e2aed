import * as contract from '@portico/contract'

import { projectServer, recentProjectServer } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { toCamelCase } from '@portico/contract/letter-case'
import { presentConnection, presentDomain } from '../../records/team-connections/present.ts'
import {
  createConnection,
  deleteConnection,
  listConnections,
  updateConnection,
  type ConnectionDependencies,
} from './connections.ts'
import { claimDomain, proveDomain, releaseDomain } from './domains.ts'

const success = { success: true } as const

export function teamConnectionRoutes(dependencies: ConnectionDependencies): Route[] {
  return [
    route(contract.createTeamConnection, { allow: recentProjectServer, limit: 'discoverIssuer' }, async (call) =>
      presentConnection(await createConnection(dependencies, call, toCamelCase(call.body)), []),
    ),

    route(contract.listTeamConnections, { allow: projectServer }, async (call) => {
      const { connections, domains } = await listConnections(call, call.query.team_id)
      return wholeList(connections.map((connection) => presentConnection(connection, domains)))
    }),

    route(contract.updateTeamConnection, { allow: recentProjectServer, limit: 'discoverIssuer' }, async (call) => {
      const { connection_id: id } = call.params
      const { connection, domains } = await updateConnection(dependencies, call, id, toCamelCase(call.body))
      return presentConnection(connection, domains)
    }),

    route(contract.deleteTeamConnection, { allow: projectServer }, async (call) => {
      await deleteConnection(call, call.params.connection_id)
      return success
    }),

    route(contract.claimConnectionDomain, { allow: projectServer }, async (call) =>
      presentDomain(await claimDomain(call, call.params.connection_id, call.body.domain)),
    ),

    // guard: a staff member proves the domain of a team's connection only with a recent sign-in
    //   (replace `recentProjectServer` with `projectServer`)
    route(contract.proveConnectionDomain, { allow: recentProjectServer, limit: 'discoverIssuer' }, async (call) => {
      const { connection_id: connectionId, domain } = call.params
      const proof = await proveDomain(dependencies, call, connectionId, domain)
      return { domain: presentDomain(proof.domain), problem: proof.problem, found: [...proof.found] }
    }),

    route(contract.releaseConnectionDomain, { allow: projectServer }, async (call) => {
      await releaseDomain(call, call.params.connection_id, call.params.domain)
      return success
    }),
  ]
}
