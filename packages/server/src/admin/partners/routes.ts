import * as contract from '@portico/contract'

import { anyone, projectAdmin, recentProjectServer, signedIn } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { toCamelCase } from '@portico/contract/letter-case'
import { presentProvider, presentProviders } from '../../records/projects/present.ts'
import type { ProjectDependencies } from '../projects/projects.ts'
import { createEndpoint, type WebhookCall, type WebhookDependencies } from '../webhooks/endpoints.ts'
import { addDomain, listDomains, removeDomain } from './domains.ts'
import { addProvider, changeProvider, removeProvider } from './oauth-providers.ts'
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

const success = { success: true } as const

export function partnerRoutes(
  dependencies: ProvisionDependencies & TransferDependencies & ProjectDependencies & WebhookDependencies,
): Route[] {
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

    route(contract.listPartnerDomains, { allow: projectAdmin }, ({ project }) =>
      wholeList(listDomains(project).map((domain) => ({ domain }))),
    ),

    route(contract.addPartnerDomain, { allow: projectAdmin }, async (call) => {
      await addDomain(dependencies, call, call.body.domain)
      return { domain: call.body.domain }
    }),

    route(contract.removePartnerDomain, { allow: projectAdmin }, async (call) => {
      await removeDomain(dependencies, call, call.params.domain)
      return success
    }),

    route(contract.listPartnerOAuthProviders, { allow: projectAdmin }, ({ project }) =>
      wholeList(presentProviders(project.config)),
    ),

    route(contract.addPartnerOAuthProvider, { allow: projectAdmin }, async (call) => {
      const { id, ...fields } = toCamelCase(call.body)
      return presentProvider(await addProvider(dependencies, call, id, fields), fields.clientSecret)
    }),

    route(contract.updatePartnerOAuthProvider, { allow: projectAdmin }, async (call) => {
      const fields = toCamelCase(call.body)
      return presentProvider(
        await changeProvider(dependencies, call, call.params.provider_id, fields),
        fields.clientSecret,
      )
    }),

    route(contract.removePartnerOAuthProvider, { allow: projectAdmin }, async (call) => {
      await removeProvider(dependencies, call, call.params.provider_id)
      return success
    }),

    route(
      contract.createPartnerWebhook,
      { allow: { ...anyone, require: recentProjectServer.require }, limit: 'partnerCall' },
      {
        client: async (call) => {
          // The publishable key is public, so it proves no right to the project.
          await requireTransferable(dependencies, call.projectId, call.partner)
          return addWebhook(dependencies, call)
        },
        server: (call) => addWebhook(dependencies, call),
      },
    ),
  ]
}

async function addWebhook(
  dependencies: WebhookDependencies,
  call: WebhookCall & { readonly body: { readonly url: string; readonly description?: string | undefined } },
): Promise<{ secret: string }> {
  const { secret } = await createEndpoint(dependencies, call, call.body)
  return { secret }
}
