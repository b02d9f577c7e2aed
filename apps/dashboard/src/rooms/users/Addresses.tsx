import { CircleCheck, MailX } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { users, type AddressOfUser, type ListedUser } from '../../data/users.ts'
import { Badge } from '../../kit/Badge.tsx'
import { LinkButton } from '../../kit/Button.tsx'
import { May } from '../../kit/May.tsx'
import { ListRow } from '../../kit/Rows.tsx'
import { MiddleCut } from '../../kit/Text.tsx'
import { fill } from '@portico/ui/language/fill'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { ActMenu } from '../../page/ActMenu.tsx'
import type { Act } from '../../page/acts.ts'
import { FormInPlace } from '../../page/form/FormInPlace.tsx'
import { RecordSection } from '../../page/RecordSection.tsx'
import { useAct } from '../../page/useAct.tsx'
import { useConfirmation } from '../../page/useConfirmation.tsx'
import { kitTexts } from '../../texts/en/kit.ts'
import { usersTexts } from '../../texts/en/users.ts'
import { newAddress } from './forms.tsx'
import { findRefusal } from './problems.ts'
import css from './users.module.css'

export function Addresses({ user }: { readonly user: ListedUser }): ReactNode {
  const t = useTexts(usersTexts)
  const { rowMenu } = useTexts(kitTexts)
  const [isAdding, setAdding] = useState(false)
  const [dialog, ask] = useConfirmation()
  const remove = users.useChange('removeMeans')
  const changeAddress = users.useChange('changeAddress')
  const change = useAct((address: AddressOfUser, options: Parameters<AddressOfUser['update']>[0]) =>
    changeAddress(user, address, options),
  )
  const askToRemove = (address: AddressOfUser): void =>
    ask({
      title: t.profile.removeTitle,
      consequence: fill(t.profile.removeLead, { address: <bdi className="strong">{address.value}</bdi> }),
      pending: 'removing',
      run: () => remove(user, address),
    })
  const actsOf = (address: AddressOfUser): Act[] => {
    const { isPrimary, isVerified, usedForAuth } = address
    return [
      ...(isPrimary
        ? []
        : [{ label: t.profile.makePrimary, onSelect: () => change.run(address, { isPrimary: true }) }]),
      {
        label: isVerified ? t.profile.markUnverified : t.profile.markVerified,
        onSelect: () => change.run(address, { isVerified: !isVerified }),
      },
      {
        label: usedForAuth ? t.profile.stopSignIn : t.profile.useForSignIn,
        onSelect: () => change.run(address, { usedForAuth: !usedForAuth }),
      },
      { label: t.profile.remove, isDanger: true, onSelect: () => askToRemove(address) },
    ]
  }
  return (
    <RecordSection
      title={t.profile.addresses}
      action={
        <May right={users.rights.addAddress}>
          <LinkButton aria-label={t.profile.addAddress} onClick={() => setAdding(true)}>
            {t.profile.add}
          </LinkButton>
        </May>
      }
      query={users.useRead('addresses', [user])}
      empty={t.profile.noAddresses}
      skeletonCount={1}
      form={isAdding && <AddAddress user={user} onEnd={() => setAdding(false)} />}
      row={(address) => (
        <ListRow
          action={
            <May right={users.rights.changeAddress}>
              <ActMenu label={rowMenu(address.value)} acts={actsOf(address)} isSmall />
            </May>
          }
        >
          <Address address={address} />
        </ListRow>
      )}
    >
      {change.failure}
      {dialog}
    </RecordSection>
  )
}

function Address({ address }: { readonly address: AddressOfUser }): ReactNode {
  const t = useTexts(usersTexts)
  const format = useFormat()
  const { bounceReason, bouncedAt } = address
  return (
    <span className={css['line']}>
      <MiddleCut>{address.value}</MiddleCut>
      {address.isPrimary && <Badge>{t.profile.primary}</Badge>}
      {address.isVerified ? (
        <Badge tone="ok" icon={<CircleCheck />}>
          {t.verifiedYes}
        </Badge>
      ) : (
        <Badge>{t.unverified}</Badge>
      )}
      {address.usedForAuth && <Badge>{t.profile.signIn}</Badge>}
      {bouncedAt && (
        <>
          <Badge tone="danger" icon={<MailX />}>
            {t.profile.bounced}
          </Badge>
          <span className={css['bounce']}>
            {fill(t.profile.bouncedNote, { when: format.exact(bouncedAt), reason: <bdi>{bounceReason}</bdi> })}
          </span>
        </>
      )}
    </span>
  )
}

function AddAddress({ user, onEnd }: { readonly user: ListedUser; readonly onEnd: () => void }): ReactNode {
  const t = useTexts(usersTexts)
  const add = users.useChange('addAddress')
  return (
    <FormInPlace
      label={t.profile.addAddress}
      submit={t.profile.add}
      pending="adding"
      isEdit={false}
      fields={newAddress(t)}
      onSubmit={({ address, isVerified, isForSignIn }) =>
        add(user, { type: 'email', value: address.trim(), usedForAuth: isForSignIn, isVerified })
      }
      refusalOf={(failure) => (findRefusal(failure) === 'taken' ? { address: t.errors.emailTaken } : null)}
      onEnd={onEnd}
    />
  )
}
