import { z } from 'zod'

import { anyAccess, endpoint, partnerNames } from './endpoint.ts'
import { verificationCodeErrors } from './errors.ts'
import { label, projectId, verificationCode } from './primitives.ts'

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

const transferPath = '/integrations/{partner}/projects/transfer'

export const checkPartnerTransfer = endpoint({
  method: 'GET',
  path: transferPath,
  tag,
  summary:
    'Checks that the client has provisioned the project and can still transfer it. Otherwise it answers a plain 400.',
  params: partnerParams,
  partner: 'named',
  access: {
    public: { query: z.strictObject({ project_id: projectId }), response: z.object({ message: z.string() }) },
  },
  isRateLimited: true,
  errors: [],
})

export const startPartnerTransfer = endpoint({
  method: 'POST',
  path: transferPath,
  tag,
  summary:
    'Creates a link with which a user of the dashboard becomes the owner of the project. It is valid for an hour. Of several links one works.',
  params: partnerParams,
  partner: 'named',
  access: {
    public: {
      body: z.strictObject({ project_id: projectId }),
      response: z.object({
        confirmation_url: z.string().describe('A page of the dashboard, for the browser of the user.'),
      }),
    },
  },
  isRateLimited: true,
  errors: [],
})

export const initiatePartnerTransfer = endpoint({
  ...startPartnerTransfer,
  path: `${transferPath}/initiate`,
  summary: 'The same as POST /integrations/{partner}/projects/transfer.',
})

const codeBody = z.strictObject({ code: verificationCode })

export const partnerTransferDetails = z.object({
  is_code_valid: z.literal(true),
  project_display_name: z
    .string()
    .describe('Chosen by the partner or the owners. Show it as plain text. An extension of the protocol.'),
})

export const checkPartnerTransferCode = endpoint({
  method: 'POST',
  path: `${transferPath}/confirm/check`,
  tag,
  summary: 'Checks the code of a transfer and describes it, without using it up. For the project "internal".',
  params: partnerParams,
  access: anyAccess({ body: codeBody, response: partnerTransferDetails }),
  isRateLimited: true,
  errors: verificationCodeErrors,
})

export const confirmPartnerTransfer = endpoint({
  method: 'POST',
  path: `${transferPath}/confirm`,
  tag,
  summary:
    'Makes the signed-in user of the project "internal" an owner and ends the right of the partner to transfer the project.',
  user: 'signed_in',
  params: partnerParams,
  access: anyAccess({ body: codeBody, response: z.object({ project_id: projectId }) }),
  isRateLimited: true,
  errors: verificationCodeErrors,
})
