import * as contract from '@portico/contract'
import type { EmailTemplateRead, EmailTemplateVersionRead, ListedEmailTemplateRead } from '@portico/contract'
import { toCamelCase, toCamelCaseMembers } from '@portico/contract/letter-case'

import { projectAdmin, recentProjectAdmin } from '../../api/rules/access.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { exportConfiguredTemplate, importConfiguredTemplate, listConfiguredTemplates } from './configured-templates.ts'
import {
  listMailTemplates,
  listMailTemplateVersions,
  readMailTemplate,
  resetMailTemplate,
  updateMailTemplate,
  type ListedTemplate,
  type NamedVersion,
  type SentTemplate,
  type TemplateDependencies,
} from './mail-templates.ts'

export function mailTemplateRoutes(dependencies: TemplateDependencies): Route[] {
  return [
    route(contract.listEmailTemplates, { allow: projectAdmin }, async (call) =>
      wholeList((await listMailTemplates(call, toCamelCase(call.query))).map(presentListed)),
    ),

    route(contract.readEmailTemplate, { allow: projectAdmin }, async (call) =>
      present(await readMailTemplate(call, { ...call.params, ...call.query })),
    ),

    // guard: a staff member changes a template only with a recent sign-in (replace `recentProjectAdmin` with `projectAdmin`)
    //   [mail-templates]
    route(contract.updateEmailTemplate, { allow: recentProjectAdmin }, async (call) =>
      present(
        await updateMailTemplate(dependencies, call, { ...call.params, ...call.query }, toCamelCaseMembers(call.body)),
      ),
    ),

    route(contract.listEmailTemplateVersions, { allow: projectAdmin }, async (call) =>
      wholeList(
        (await listMailTemplateVersions(dependencies, call, { ...call.params, ...call.query })).map(presentVersion),
      ),
    ),

    route(contract.resetEmailTemplate, { allow: recentProjectAdmin }, async (call) => {
      const { if_version: ifVersion, locale } = call.query
      await resetMailTemplate(dependencies, call, { ...call.params, locale }, ifVersion)
      return { success: true as const }
    }),

    route(contract.listConfiguredTemplates, { allow: projectAdmin }, async (call) =>
      wholeList(await listConfiguredTemplates(call)),
    ),

    route(contract.exportConfiguredTemplate, { allow: projectAdmin }, (call) =>
      exportConfiguredTemplate(call, { ...call.params, ...call.query }),
    ),

    route(contract.importConfiguredTemplate, { allow: projectAdmin }, async ({ body, ...call }) => {
      const { change, isApplied } = await importConfiguredTemplate(
        dependencies,
        call,
        body.template,
        body.dry_run ?? false,
      )
      return { is_applied: isApplied, change }
    }),
  ]
}

function present({ failed, isDefault, ...template }: SentTemplate): EmailTemplateRead {
  return {
    ...template,
    is_default: isDefault,
    failed: failed && { reason: failed.reason, failed_at_millis: failed.failedAt && failed.failedAt.getTime() },
  }
}

function presentListed({ changedIn, failedIn, ...template }: ListedTemplate): ListedEmailTemplateRead {
  return { ...present(template), changed_in: [...changedIn], failed_in: [...failedIn] }
}

function presentVersion({
  changedAt,
  changedBy,
  content,
  isDefault,
  subject,
  version,
}: NamedVersion): EmailTemplateVersionRead {
  return {
    version,
    subject,
    content,
    is_default: isDefault,
    changed_at_millis: changedAt.getTime(),
    changed_by: changedBy,
  }
}
