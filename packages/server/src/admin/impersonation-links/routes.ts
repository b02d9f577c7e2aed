import * as contract from '@portico/contract'

import { presentSignIn } from '../../accounts/present.ts'
import { anyone, recentProjectAdmin } from '../../api/rules/access.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { createLink, signInByLink, type LinkDependencies } from './links.ts'

export function impersonationLinkRoutes(dependencies: LinkDependencies): Route[] {
  return [
    // guard: the creation of an impersonation link requires a recent sign-in
    //   (replace `recentProjectAdmin` with `{ ...recentProjectAdmin, require: () => {} }`)
    route(contract.createImpersonationLink, { allow: recentProjectAdmin, limit: 'impersonate' }, async (call) => {
      const { user_id: userId, reason, url } = call.body
      const link = await createLink(dependencies, call, { userId, reason, url })
      return { url: link.url, expires_at_millis: link.expiresAt.getTime() }
    }),

    route(contract.signInByImpersonationLink, { allow: anyone, limit: 'useCode' }, async (call) => {
      const origin = call.request.headers.get('origin')
      return presentSignIn(await signInByLink(dependencies, call, call.body.code, origin))
    }),
  ]
}
