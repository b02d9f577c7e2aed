import { z } from 'zod'

import { endpoint, partnerNames } from './endpoint.ts'
import { label, projectId } from './primitives.ts'

/** The partner is part of the path. The path of any other partner is unknown. */
export const partnerParams = z.object({ partner: z.enum(partnerNames) })

const tag = 'Integrations'

export const provisionedProject = z.object({
  project_id: projectId,
  super_secret_admin_key: z.string().describe('Only this response contains the key. It is valid for 100 years.'),
})

export const provisionPartnerProject = endpoint({
  method: 'POST',
  path: '/integrations/{partner}/projects/provision',
  tag,
  summary:
    'Creates a project without an owner, with an admin key. The partner can transfer it to a user of the dashboard, once.',
  params: partnerParams,
  partner: 'named',
  access: { public: { body: z.strictObject({ display_name: label }), response: provisionedProject } },
  isRateLimited: true,
  errors: [],
})
