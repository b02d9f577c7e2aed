import * as contract from '@portico/contract'

import type { AddressFields, OwnChange } from '../../accounts/own-change.ts'
import { anyone, signedIn } from '../../api/rules/access.ts'
import type { CallAct, ChosenAct } from '../../api/rules/declaration.ts'
import { changeWithProvedFactor, type FactorProving } from '../../api/rules/prove-second-factor.ts'
import { wholeList } from '../../api/call/list-page.ts'
import { namedUserId } from '../../api/rules/named-user.ts'
import { whileAddressIsUnproved } from '../../api/rules/restricted-session.ts'
import { route, type ProjectCall, type Route } from '../../api/rules/route.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { presentContactChannel, presentToServer } from '../../records/contact-channels/present.ts'
import type { ContactChannel } from '../../records/contact-channels/channel.ts'
import type { User } from '../../records/users/user.ts'
import { findBounces } from '../../records/contact-channels/store.ts'
import { findUser } from '../../records/users/store.ts'
import {
  checkCode,
  verifyWithCode,
  type AccountDescription,
  type ContactChannelDependencies,
} from './contact-channels.ts'
import { addChannel, changeChannel, findChannelOfUser, listChannels, removeChannel } from './manage-channels.ts'
import { sendPrimaryVerification, sendVerification } from './send-verification.ts'

const success = { success: true } as const

export function contactChannelRoutes(dependencies: ContactChannelDependencies & FactorProving): Route[] {
  return [
    route(
      contract.listContactChannels,
      { allow: anyone, self: 'user_id', whileRestricted: whileAddressIsUnproved },
      {
        client: async (call) => wholeList((await listChannels(call, selectionOf(call))).map(presentContactChannel)),
        server: async (call) => wholeList(await presentAll(call, await listChannels(call, selectionOf(call)))),
      },
    ),

    route(
      contract.createContactChannel,
      {
        allow: anyone,
        self: { field: 'user_id', ifAbsent: 'me' },
        recentSignIn: true,
        limit: [changeOfAddress, 'changeCredentials'],
        account: accountOfCode,
        guesses: 'credential',
        mailTo: ({ body }) => body.value,
      },
      {
        client: async (call) => {
          const { totp_code: totp, ...body } = call.body
          return presentContactChannel(
            await changeOwn(dependencies, call, totp, (own) => addChannel(call, call.user.id, newFieldsOf(body), own)),
          )
        },
        server: async (call) =>
          presentOne(call, await addChannel(call, namedUserId(call, call.body.user_id), newFieldsOf(call.body), null)),
      },
    ),

    route(
      contract.readContactChannel,
      { allow: anyone, self: 'user_id' },
      {
        client: async (call) => presentContactChannel(await getChannel(call)),
        server: async (call) => presentOne(call, await getChannel(call)),
      },
    ),

    route(
      contract.updateContactChannel,
      {
        allow: anyone,
        self: 'user_id',
        recentSignIn: true,
        limit: [changeOfAddress, 'changeCredentials'],
        account: accountOfCode,
        guesses: 'credential',
        mailTo: ({ body }) => body.value ?? null,
      },
      {
        client: async (call) =>
          presentContactChannel(
            await changeOwn(dependencies, call, call.body.totp_code, (own) =>
              changeChannel(call, addressedBy(call), fieldsOf(call.body), own),
            ),
          ),
        server: async (call) =>
          presentOne(call, await changeChannel(call, addressedBy(call), fieldsOf(call.body), null)),
      },
    ),

    route(
      contract.deleteContactChannel,
      {
        allow: anyone,
        self: 'user_id',
        recentSignIn: true,
        limit: [changeOfAddress, 'changeCredentials'],
        account: accountOfCode,
        guesses: 'credential',
      },
      {
        client: (call) =>
          changeOwn(dependencies, call, call.query.totp_code, (own) =>
            removeChannel(call, addressedBy(call), own),
          ).then(() => success),
        server: (call) => removeChannel(call, addressedBy(call), null).then(() => success),
      },
    ),

    route(
      contract.sendContactChannelVerificationCode,
      {
        allow: anyone,
        whileRestricted: whileAddressIsUnproved,
        self: { field: 'user_id', refusedAs: 400 },
        limit: 'sendMail',
        find: (call) => findChannelOfUser(call, namedUserId(call, call.params.user_id), call.params.id),
        account: ({ found }) => found?.value ?? null,
      },
      async (call) => {
        const userId = namedUserId(call, call.params.user_id)
        if (!call.found && !(await call.db.run(findUser(call.projectId, userId)))) {
          throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: userId })
        }
        await sendVerification(call, call.found, call.body.callback_url)
        return success
      },
    ),

    route(
      contract.verifyContactChannel,
      { allow: anyone, limit: 'useCode', whileRestricted: whileAddressIsUnproved },
      async (call) => {
        await verifyWithCode(dependencies, call, call.body.code, call.body.account)
        return success
      },
    ),

    route(
      contract.checkContactChannelCode,
      { allow: anyone, limit: 'useCode', whileRestricted: whileAddressIsUnproved },
      async (call) => {
        const { email, isSignUpSession, canClaim, account } = await checkCode(dependencies, call, call.body.code)
        return {
          is_code_valid: true as const,
          email,
          is_sign_up_session: isSignUpSession,
          can_claim: canClaim,
          account: presentAccount(account),
        }
      },
    ),

    route(
      contract.sendPrimaryEmailVerificationCode,
      {
        allow: signedIn,
        whileRestricted: whileAddressIsUnproved,
        limit: 'sendMail',
        // Users cannot use up the limit of another user's address.
        account: ({ body, user }) => (body.email === user.primaryEmail ? body.email : null),
      },
      async (call) => {
        await sendPrimaryVerification(call, call.user, call.body.email, call.body.callback_url)
        return success
      },
    ),
  ]
}

/** An address change that carries an authenticator code counts as a use of a code too. */
const changeOfAddress: ChosenAct<SentFields, CallAct> = {
  acts: ['changeAddress', 'useCode'],
  of: (sent) => (carriesCode(sent) ? ['changeAddress', 'useCode'] : ['changeAddress']),
  ofRefused: () => 'changeAddress',
}

interface SentFields {
  readonly body: unknown
  readonly query: unknown
}

/** Whether the call carries a code of the authenticator app: a removal in the query, every other change in the body. */
function carriesCode({ body, query }: SentFields): boolean {
  return [body, query].some(
    (sent) => typeof sent === 'object' && sent !== null && 'totp_code' in sent && sent.totp_code !== undefined,
  )
}

/** The account whose authenticator app the call guesses a code of. */
function accountOfCode({ user, ...sent }: SentFields & { readonly user: User | null }): string | null {
  return carriesCode(sent) && user ? user.id : null
}

/** Runs a user's change of their own addresses with the proof that the call carries. */
function changeOwn<Answer>(
  dependencies: FactorProving,
  call: ProjectCall & { readonly user: User },
  totp: string | undefined,
  change: (own: OwnChange) => Promise<Answer>,
): Promise<Answer> {
  return changeWithProvedFactor(dependencies, call, call.user.id, totp, (provedFactor) =>
    change({
      project: call.project,
      claims: call.caller.claims,
      provedFactor,
      userAgent: call.request.endUser?.userAgent ?? null,
      isNewAddressInformed: call.limits.isMailAllowed,
    }),
  )
}

/** Presents channels to servers and admins. */
async function presentAll(
  { db, projectId }: ProjectCall,
  channels: readonly ContactChannel[],
): Promise<contract.ContactChannelServerRead[]> {
  const ids = channels.map(({ id }) => id)
  const bounces = await db.run(findBounces(projectId, ids))
  return channels.map((channel) => presentToServer(channel, bounces.get(channel.id)))
}

async function presentOne(call: ProjectCall, channel: ContactChannel): Promise<contract.ContactChannelServerRead> {
  const { db, projectId } = call
  const bounces = await db.run(findBounces(projectId, [channel.id]))
  return presentToServer(channel, bounces.get(channel.id))
}

function selectionOf({
  query,
}: {
  readonly query: { readonly user_id?: string | undefined; readonly contact_channel_id?: string | undefined }
}): { readonly userIdOrMe: string | undefined; readonly channelId: string | undefined } {
  return { userIdOrMe: query.user_id, channelId: query.contact_channel_id }
}

/** A call whose path has the ids of a user and of a channel. */
type ChannelCall = ProjectCall & {
  readonly user: User | null
  readonly params: { readonly user_id: string; readonly id: string }
}

async function getChannel(call: ChannelCall): Promise<ContactChannel> {
  const { channelId, userId } = addressedBy(call)
  const channel = await findChannelOfUser(call, userId, channelId)
  if (!channel) throw new PlainError(404, 'The contact channel was not found.')
  return channel
}

function addressedBy(call: ChannelCall): { readonly userId: string; readonly channelId: string } {
  return { userId: namedUserId(call, call.params.user_id), channelId: call.params.id }
}

function fieldsOf(body: contract.ContactChannelServerUpdate): AddressFields {
  return {
    value: body.value,
    isPrimary: body.is_primary,
    isVerified: body.is_verified,
    usedForAuth: body.used_for_auth,
  }
}

function newFieldsOf(
  body: Omit<contract.ContactChannelServerCreate, 'user_id' | 'type'>,
): AddressFields & { readonly value: string } {
  return { ...fieldsOf(body), value: body.value }
}

function presentAccount(account: AccountDescription): contract.AccountOfAddress {
  return {
    display_name: account.displayName,
    created_at_millis: account.createdAt.getTime(),
    user_agent: account.userAgent,
    other_email: account.otherEmail,
    is_sign_up_address: account.isSignUpAddress,
  }
}
