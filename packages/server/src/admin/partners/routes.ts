import * as contract from '@portico/contract'

import { anyone, signedIn } from '../../api/access.ts'
import { route, type Route } from '../../api/route.ts'
import { provisionProject, type ProvisionDependencies } from './provision.ts'
import {
  checkTransfer,
  confirmTransfer,
  requireTransferable,
  startTransfer,
  type TransferDependencies,
} from './transfer.ts'

/** The limit counts before the credentials are compared, and a partner belongs to no project. */
const byPartner = { allow: anyone, limit: 'partnerCall', project: () => null } as const

export function partnerRoutes(dependencies: ProvisionDependencies & TransferDependencies): Route[] {
  return [
    route(contract.provisionPartnerProject, byPartner, async (call) => {
      const { adminKey, projectId } = await provisionProject(dependencies, call, call.body.display_name)
      return { project_id: projectId, super_secret_admin_key: adminKey }
    }),

    route(contract.checkPartnerTransfer, byPartner, async (call) => {
      await requireTransferable(dependencies, call.query.project_id, call.partner)
      return { message: 'The project can be transferred to a user.' }
    }),

    ...[contract.startPartnerTransfer, contract.initiatePartnerTransfer].map((endpoint) =>
      route(endpoint, byPartner, async (call) => ({
        confirmation_url: await startTransfer(dependencies, call, call.body.project_id),
      })),
    ),

    route(contract.checkPartnerTransferCode, { allow: anyone, limit: 'useCode' }, async (call) => {
      const { displayName } = await checkTransfer(dependencies, call, call.params.partner, call.body.code)
      return { is_code_valid: true as const, project_display_name: displayName }
    }),

    route(contract.confirmPartnerTransfer, { allow: signedIn, limit: 'useCode' }, async (call) => ({
      project_id: await confirmTransfer(dependencies, call, call.params.partner, {
        offered: call.body.code,
        userId: call.user.id,
      }),
    })),
  ]
}
