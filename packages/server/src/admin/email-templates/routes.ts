import * as contract from '@portico/contract'
import type { EmailTemplateRead } from '@portico/contract'

import { projectAdmin, recentProjectAdmin } from '../../api/access.ts'
import { wholeList } from '../../api/list-page.ts'
import { route, type Route } from '../../api/route.ts'
import {
  listEmailTemplates,
  readEmailTemplate,
  resetEmailTemplate,
  updateEmailTemplate,
  type SentTemplate,
} from './email-templates.ts'

export function emailTemplateRoutes(): Route[] {
  return [
    route(contract.listEmailTemplates, { allow: projectAdmin }, async (call) =>
      wholeList((await listEmailTemplates(call, call.query.locale)).map(present)),
    ),

    route(contract.readEmailTemplate, { allow: projectAdmin }, async (call) =>
      present(await readEmailTemplate(call, { ...call.params, ...call.query })),
    ),

    route(contract.updateEmailTemplate, { allow: recentProjectAdmin }, async (call) =>
      present(await updateEmailTemplate(call, { ...call.params, ...call.query }, call.body)),
    ),

    route(contract.resetEmailTemplate, { allow: recentProjectAdmin }, async (call) => {
      await resetEmailTemplate(call, { ...call.params, ...call.query })
      return { success: true as const }
    }),
  ]
}

function present({ isDefault, ...template }: SentTemplate): EmailTemplateRead {
  return { ...template, is_default: isDefault }
}
