import * as contract from '@portico/contract'

import { presentSignIn } from '../../accounts/present.ts'
import { tryInvitationCode, verifiesAddress, type TriedInvitationCode } from '../../accounts/team-invitation.ts'
import { anyone, signedIn } from '../../api/rules/access.ts'
import type { CallAct, ChosenAct, SetUpFault } from '../../api/rules/declaration.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { KnownError } from '../../kernel/errors.ts'
import { setPassword, updatePassword } from './change.ts'
import type { PasswordDependencies } from './password.ts'
import { checkResetCode, resetPassword, sendResetCode } from './reset.ts'
import { signInWithPassword } from './sign-in.ts'
import { signUpWithPassword, trustedUrlOrNull } from './sign-up.ts'
import type { Project } from '../../records/projects/project.ts'
import { findUserBySignInEmail } from '../../records/queries/users/sign-in-address.ts'

const success = { success: true } as const

export function passwordRoutes(dependencies: PasswordDependencies): Route[] {
  return [
    route(
      contract.signInWithPassword,
      {
        allow: anyone,
        limit: 'passwordSignIn',
        find: ({ body, db, now }) => db.run(findUserBySignInEmail(db.projectId, body.email, now())),
        // Failures count for the user, whichever address they enter. An unknown address counts under itself.
        // guard: failed sign-ins count for the user, whichever address they enter (drop `found?.user.id`)
        //   [sign-in-addresses]
        account: ({ body, found }) => found?.user.id ?? body.email,
        guesses: 'credential',
        mayBecome: 'askOldSystem',
      },
      async (call) => presentSignIn(await signInWithPassword(dependencies, call, call.found, call.body)),
    ),

    route(
      contract.signUpWithPassword,
      {
        allow: anyone,
        limit: signUp,
        find: async (call) => {
          const { team_invitation_code: code } = call.body
          return code === undefined ? null : tryInvitationCode(call, code)
        },
        // The protocol answers such a sign-up with success, and sends no mail.
        setUpFault: ({ body, found, project }) =>
          needsMail(found, body) && verificationMailbox(project, body) === null ? noVerificationMail() : null,
        mailTo: ({ body, found, project }) => (needsMail(found, body) ? verificationMailbox(project, body) : null),
      },
      async (call) => {
        const { email, password, verification_callback_url: callbackUrl } = call.body
        const wanted = { email, password, callbackUrl, triedInvitation: call.found }
        return presentSignIn(await signUpWithPassword(dependencies, call, wanted))
      },
    ),

    route(
      contract.sendPasswordResetCode,
      { allow: anyone, limit: 'sendMail', account: ({ body }) => body.email },
      async (call) => {
        await sendResetCode(call, call.body.email, call.body.callback_url)
        return { success: 'If an account uses this e-mail address to sign in, a mail was sent to it.' }
      },
    ),

    route(contract.checkPasswordResetCode, { allow: anyone, limit: 'useCode' }, async (call) => {
      const { email } = await checkResetCode(dependencies, call, call.body.code)
      return { is_code_valid: true as const, email }
    }),

    route(contract.resetPassword, { allow: anyone, limit: 'useCode' }, async (call) => {
      await resetPassword(dependencies, call, call.body.code, call.body.password)
      return success
    }),

    route(
      contract.updatePassword,
      {
        allow: signedIn,
        limit: ['passwordSignIn', 'changeCredentials'],
        account: ({ user }) => user.id,
        guesses: 'credential',
      },
      async (call) => {
        await updatePassword(dependencies, call, call.user, {
          oldPassword: call.body.old_password,
          newPassword: call.body.new_password,
          keptRefreshToken: call.request.headers.get('x-stack-refresh-token'),
        })
        return success
      },
    ),

    route(contract.setPassword, { allow: signedIn, recentSignIn: true, limit: 'changeCredentials' }, async (call) => {
      await setPassword(dependencies, call, call.user, call.body.password)
      return success
    }),
  ]
}

/** A sign-up with an invitation's code counts as a use of a code too. */
const signUp: ChosenAct<{ readonly body: { readonly team_invitation_code?: string | undefined } }, CallAct> = {
  acts: ['signUp', 'useCode'],
  of: ({ body }) => (body.team_invitation_code === undefined ? ['signUp'] : ['signUp', 'useCode']),
  ofRefused: () => 'signUp',
}

interface SignUpBody {
  readonly email: string
  readonly verification_callback_url?: string | undefined
}

function noVerificationMail(): SetUpFault {
  return { error: new KnownError('REDIRECT_URL_NOT_WHITELISTED'), consequence: 'No mail was sent' }
}

/** Whether a sign-up asks for a verification mail, and its invitation does not verify the address. */
function needsMail(tried: TriedInvitationCode | null, { email, verification_callback_url: url }: SignUpBody): boolean {
  return Boolean(url) && !verifiesAddress(tried?.invitation ?? null, email)
}

/** Returns the address for the verification mail of a sign-up; null if the link has no trusted URL. */
function verificationMailbox(project: Project, { email, verification_callback_url: url }: SignUpBody): string | null {
  return url && trustedUrlOrNull(project, url) !== null ? email : null
}
