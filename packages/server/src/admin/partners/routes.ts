import * as contract from '@portico/contract'

import { anyone } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'
import { provisionProject, type ProvisionDependencies } from './provision.ts'

/** The limit counts before the credentials are compared, and a partner belongs to no project. */
const byPartner = { allow: anyone, limit: 'partnerCall', project: () => null } as const

export function partnerRoutes(dependencies: ProvisionDependencies): Route[] {
  return [
    route(contract.provisionPartnerProject, byPartner, async (call) => {
      const { adminKey, projectId } = await provisionProject(dependencies, call, call.body.display_name)
      return { project_id: projectId, super_secret_admin_key: adminKey }
    }),
  ]
}
