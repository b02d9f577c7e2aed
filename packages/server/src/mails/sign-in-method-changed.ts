import { oauthProviderNames, type UndoneRecord } from '@portico/contract'
import { z } from 'zod'

import { isProviderId } from '../records/projects/shared-provider.ts'
import { mailKind } from './mail-kind.ts'
import { addressInMail, quotedNameInMail } from './name-in-mail.ts'
import { utcText } from './utc-text.ts'

const sentence = `{% case change -%}
{%- when 'authenticator_app_added' -%}An authenticator app was added to your account on {{ changedAt }}. Signing in now requires a code from this app.
{%- when 'authenticator_app_replaced' -%}The authenticator app of your account was replaced on {{ changedAt }}.
{%- when 'authenticator_app_removed' -%}The authenticator app of your account was removed on {{ changedAt }}. Signing in no longer requires a code from it.
{%- when 'passkey_added' -%}{{ passkey }} was added to your account on {{ changedAt }}. It can be used to sign in.
{%- when 'passkey_removed' -%}{{ passkey }} was removed from your account on {{ changedAt }}. It can no longer be used to sign in.
{%- when 'api_key_created' -%}{{ apiKey }} was created for your account on {{ changedAt }}. Programs that have the key can act for you.
{%- when 'provider_account_connected' -%}An account at {{ providerName }} was connected to your account on {{ changedAt }}. It can be used to sign in.
{%- when 'provider_account_disconnected' -%}The connected account at {{ providerName }} was disconnected from your account on {{ changedAt }}. It can no longer be used to sign in.
{%- when 'unproved_access_removed' -%}{% if address == '' %}This email address{% else %}The email address {{ address }} of your account{% endif %} was verified for the first time on {{ changedAt }}. Someone else could have added sign-in methods or API keys before, so these were removed: {{ removed }}. You can set them up again in your account settings{% if providers != '' %}, and connect {{ providers }} there again{% endif %}.
{%- when 'address_disowned' -%}The email address {{ address }} was removed from your account on {{ changedAt }}. The owner of that mailbox reported that the account belongs to another person.
{%- when 'address_added' -%}The email address {{ address }} was added to your account on {{ changedAt }}.
{%- when 'address_updated' -%}The email address {{ address }} of your account was changed on {{ changedAt }}: {{ details }}.
{%- when 'address_removed' -%}The email address {{ address }} was removed from your account on {{ changedAt }}.
{%- endcase %} If you made this change, you can ignore this email.
`

const template = {
  subject: `{% case change -%}
{%- when 'address_added', 'address_updated', 'address_removed', 'address_disowned' -%}The email addresses of your account at {{ projectDisplayName }} were changed
{%- when 'api_key_created' -%}An API key of your account at {{ projectDisplayName }} was created
{%- else -%}How you sign in to {{ projectDisplayName }} was changed
{%- endcase %}`,
  html: `{% layout 'layout.html' %}
{% block sentence %}${sentence}{% endblock %}
{% block reason %}If you did not make this change, go to {{ projectDisplayName }}, undo it in your account settings and end the sessions you do not recognise. If you can no longer sign in, contact {{ projectDisplayName }} support. You received this email because this is the address of the account.{% endblock %}
`,
  text: `{{ projectDisplayName }}

${sentence}
If you did not make this change, go to {{ projectDisplayName }}, undo it in your account settings and end the sessions you do not recognise. If you can no longer sign in, contact {{ projectDisplayName }} support. You received this email because this is the address of the account.
`,
}

const signInMethodChange = z.enum([
  'authenticator_app_added',
  'authenticator_app_replaced',
  'authenticator_app_removed',
  'passkey_added',
  'passkey_removed',
  'api_key_created',
  'provider_account_connected',
  'provider_account_disconnected',
])

/** A change of a sign-in method other than the password, or of an API key. */
export type SignInMethodChange = z.infer<typeof signInMethodChange>

const partNames = {
  password: 'the password',
  passkey: 'all passkeys',
  authenticator_app: 'the authenticator app',
  api_keys: 'all API keys',
} as const

const undoneNames = {
  owned_projects: 'the ownership of all projects',
  teams_left: 'the membership in teams with other members',
  team_members: 'team members that the account had invited',
  team_invitations: 'open team invitations',
  team_api_keys: 'API keys of teams',
  teams: 'the name, picture and settings of teams without other members',
  profile: 'the name, picture and settings in the profile',
} as const satisfies Record<UndoneRecord, string>

const addressChangeTexts = {
  replaces_address: 'it replaces another address of the account',
  primary: 'it is now the primary address',
  not_primary: 'it is no longer the primary address',
  used_for_sign_in: 'it can be used to sign in once it is verified',
  not_used_for_sign_in: 'it is no longer used to sign in',
} as const

/** A change of an address of a user. */
export type AddressChange = keyof typeof addressChangeTexts

const payload = z.object({
  change: z.enum([
    ...signInMethodChange.options,
    'unproved_access_removed',
    'address_disowned',
    'address_added',
    'address_updated',
    'address_removed',
  ]),
  changedAtMillis: z.int(),
  /** The display name of the sign-in provider, such as "GitHub"; empty if the change has none. */
  providerName: z.string(),
  removed: z.array(z.enum(Object.keys(partNames) as (keyof typeof partNames)[])).optional(),
  undone: z.array(z.enum(Object.keys(undoneNames) as UndoneRecord[])).optional(),
  /** The name of the passkey, chosen by the user. Absent in mails of the previous version. */
  passkeyName: z.string().optional(),
  /** The description of the API key, chosen by the user. */
  apiKeyName: z.string().optional(),
  /** Ids of the providers whose accounts were disconnected. */
  disconnected: z.array(z.string()).optional(),
  /** The address that was added, changed or removed. */
  address: z.string().optional(),
  /** The changes of the address. */
  addressChanges: z.array(z.enum(Object.keys(addressChangeTexts) as AddressChange[])).optional(),
})

export const signInMethodChanged = mailKind(
  payload,
  async (
    _,
    {
      change,
      changedAtMillis,
      providerName,
      passkeyName,
      apiKeyName = '',
      removed = [],
      undone = [],
      disconnected = [],
      address = '',
      addressChanges = [],
    },
  ) => {
    const providers = listText(disconnected.map(providerNameOf))
    const accounts = `the connected account${disconnected.length > 1 ? 's' : ''} at ${providers}`
    const parts = [
      ...removed.map((part) => partNames[part]),
      ...(disconnected.length > 0 ? [accounts] : []),
      ...undone.map((record) => undoneNames[record]),
    ].join(', ')
    const changedAt = utcText(changedAtMillis)
    const passkey = passkeyName === undefined ? 'A passkey' : `The passkey “${quotedNameInMail(passkeyName)}”`
    const apiKey = `The API key “${quotedNameInMail(apiKeyName)}”`
    const details = addressChanges.map((changed) => addressChangeTexts[changed]).join(', ')
    return {
      template,
      variables: {
        change,
        providerName,
        passkey,
        apiKey,
        removed: parts,
        providers,
        address: addressInMail(address),
        details,
        changedAt,
      },
    }
  },
)

function providerNameOf(id: string): string {
  return isProviderId(id) ? oauthProviderNames[id] : id
}

/** "GitHub, Google and Apple". */
function listText(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}
