import { accessMutations } from './access.ts'
import { accountMutations } from './accounts.ts'
import { administrationMutations } from './administration.ts'
import { apiKeyMutations } from './api-keys.ts'
import { browserMutations } from './browser.ts'
import { claimMutations } from './claims.ts'
import { codeMutations } from './codes.ts'
import { eventMutations } from './events.ts'
import { impersonationMutations } from './impersonations.ts'
import { importMutations } from './imports.ts'
import { invitationMutations } from './invitations.ts'
import { mailMutations } from './mails.ts'
import { movingMutations } from './moving.ts'
import type { Mutation } from './mutation.ts'
import { oauthMutations } from './oauth.ts'
import { operatorMutations } from './operator.ts'
import { passwordMutations } from './passwords.ts'
import { permissionMutations } from './permissions.ts'
import { protocolMutations } from './protocols.ts'
import { secondFactorMutations } from './second-factor.ts'
import { teamMutations } from './teams.ts'
import { tokenMutations } from './tokens.ts'
import { trustedUrlMutations } from './trusted-urls.ts'

/** Every check that `npm run mutate` removes, one at a time. */
export const mutations: readonly Mutation[] = [
  ...protocolMutations,
  ...trustedUrlMutations,
  ...codeMutations,
  ...passwordMutations,
  ...secondFactorMutations,
  ...tokenMutations,
  ...oauthMutations,
  ...accessMutations,
  ...accountMutations,
  ...claimMutations,
  ...eventMutations,
  ...permissionMutations,
  ...teamMutations,
  ...mailMutations,
  ...impersonationMutations,
  ...importMutations,
  ...invitationMutations,
  ...apiKeyMutations,
  ...administrationMutations,
  ...operatorMutations,
  ...movingMutations,
  ...browserMutations,
]
