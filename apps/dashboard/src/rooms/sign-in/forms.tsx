import { API_PREFIX, type OAuthProviderId } from '@portico/client/admin'

import { settings } from '../../data/settings.ts'
import { CopyLine } from '../../kit/CopyLine.tsx'
import { Segments } from '../../kit/Tabs.tsx'
import { fill } from '@portico/ui/language/fill'
import { custom, password, text, type FieldsOf } from '../../page/form/fields.tsx'
import type { KitTexts } from '../../texts/en/kit.ts'
import type { MethodsTexts } from '../../texts/en/methods.ts'
import css from './methods.module.css'
import type { ProviderValues, StoredProvider } from './provider-rules.ts'
import type { Provider } from './providers.ts'

/** @param canShare whether the provider can use the keys of the service */
export function providerFields(
  t: MethodsTexts,
  { empty }: KitTexts['problems'],
  { id, name }: Provider,
  stored: StoredProvider | undefined,
  canShare: boolean,
): FieldsOf<ProviderValues> {
  const { drawer } = t
  const hasSecret = stored?.type === 'standard'
  return {
    keys: custom<ProviderValues['keys']>({
      label: drawer.keys,
      initial: 'own',
      render: ({ value, onChange }) => (
        <>
          {canShare && (
            <div className={css['choice']}>
              <Segments
                label={drawer.keys}
                segments={[
                  { id: 'shared', label: t.keys.shared },
                  { id: 'own', label: t.keys.own },
                ]}
                current={value}
                onChange={onChange}
              />
            </div>
          )}
          {value === 'shared' ? (
            <>
              <p className="soft">{fill(drawer.shared, { provider: name })}</p>
              <p className={`soft ${css['limit']}`}>{drawer.sharedLimit}</p>
            </>
          ) : (
            <div className="field">
              <span className="label">{drawer.callbackUrl}</span>
              <CopyLine
                what={drawer.callbackUrl}
                value={`${settings.baseUrl}${API_PREFIX}/auth/oauth/callback/${id}`}
              />
            </div>
          )}
        </>
      ),
    }),
    clientId: text({ label: drawer.clientId, isCode: true, isRequired: true }),
    clientSecret: password({
      label: drawer.clientSecret,
      input: { className: 'mono' },
      show: { showLabel: drawer.showSecret, hideLabel: drawer.hideSecret },
      problemOf: (value) => (value.trim() === '' && !hasSecret ? empty(drawer.clientSecret) : null),
      ...(hasSecret && { help: drawer.secretStored }),
    }),
    microsoftTenantId: text({
      label: drawer.tenant,
      isCode: true,
      isOptional: true,
      help: fill(drawer.tenantHelp, { common: <code>common</code>, organizations: <code>organizations</code> }),
      input: { placeholder: 'consumers' },
    }),
    facebookConfigId: text({
      label: drawer.configId,
      isCode: true,
      isOptional: true,
      help: drawer.configHelp,
    }),
  }
}

/** The fields that a provider does not have, or that shared keys make unnecessary. */
export function hiddenFields(id: OAuthProviderId, { keys }: ProviderValues): (keyof ProviderValues)[] {
  if (keys === 'shared') return ['clientId', 'clientSecret', 'microsoftTenantId', 'facebookConfigId']
  return [
    ...(id === 'microsoft' ? [] : (['microsoftTenantId'] as const)),
    ...(id === 'facebook' ? [] : (['facebookConfigId'] as const)),
  ]
}
