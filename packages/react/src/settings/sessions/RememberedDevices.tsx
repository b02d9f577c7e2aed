'use client'

import type { RememberedDevice } from '@portico/client'
import { readDevice } from '@portico/contract/device-name'
import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { Button } from '../../parts/Button.tsx'
import { Badge } from '../page/Badge.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { describeDevice } from '../page/describe-session.ts'
import { Loaded } from '../page/Loaded.tsx'
import { SettingsIcon } from '../page/SettingsIcon.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useFocusAfterRemoval, useRow } from '../page/useRow.ts'
import { useRememberedDevices } from './useRememberedDevices.ts'

/** The devices on which the user is not asked for the second factor. Nothing without one. */
export function RememberedDevices(): ReactNode {
  const t = useTranslate()
  const row = useRow()
  const all = useRememberedDevices(() => row.finish(t('That device asks for your second factor again.')))
  const list = useFocusAfterRemoval<HTMLUListElement>(row)
  return (
    <Loaded from={all} value={all.devices} bones="item">
      {(devices) =>
        devices.length === 0 && row.done === undefined ? null : (
          <SettingsRow
            row={row}
            label={t('Remembered devices')}
            list={
              <ul ref={list} className="portico-sessions" tabIndex={-1} aria-label={t('Remembered devices')}>
                {devices.map((device) => (
                  <DeviceItem key={device.id} device={device} forget={all.forget} row={row} />
                ))}
              </ul>
            }
          />
        )
      }
    </Loaded>
  )
}

interface DeviceItemProps {
  readonly device: RememberedDevice
  readonly forget: ReturnType<typeof useRememberedDevices>['forget']
  readonly row: ReturnType<typeof useRow>
}

function DeviceItem({ device, forget, row }: DeviceItemProps): ReactNode {
  const t = useTranslate()
  const format = useFormat()
  const name = describeDevice(t, device.userAgent ?? undefined)
  return (
    <li className="portico-session">
      <SettingsIcon name={readDevice(device.userAgent ?? '').isPhone ? 'phone' : 'monitor'} />
      <SettingsRow
        row={row}
        id={device.id}
        label={name}
        value={
          <>
            {device.isThisDevice && (
              <span className="portico-tags">
                <Badge>{t('This device')}</Badge>
              </span>
            )}
            <span className="portico-session-facts">
              {t('Until {date}', { date: format.mediumDate(device.expiresAt) })}
            </span>
          </>
        }
        action={
          <Button variant="quiet" onClick={() => row.start('forget', device.id)}>
            {t('Remove…')}
          </Button>
        }
      >
        <ConfirmForm
          question={t('Ask for your second factor on {device} again?', { device: name })}
          confirmText={t('Forget')}
          pendingText={t('Removing…')}
          action={{ ...forget, submit: () => forget.submit(device) }}
          onCancel={row.close}
        />
      </SettingsRow>
    </li>
  )
}
