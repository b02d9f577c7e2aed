import { CircleCheck, Ellipsis } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useOfUser, useRefreshUsers, type ListedUser } from '../../data/users.ts'
import { Badge } from '../../kit/Badge.tsx'
import { IconButton, LinkButton } from '../../kit/Button.tsx'
import { describeEmailProblem, findEmailProblem } from '../../kit/email.ts'
import { useFailureText } from '../../kit/failure.ts'
import { Checkbox, Field, FieldError, Input, Option } from '../../kit/Field.tsx'
import { focusAtMount } from '../../kit/focus.ts'
import { InlineForm } from '../../kit/InlineForm.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../kit/Menu.tsx'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { Failed } from '../../kit/States.tsx'
import { MiddleCut } from '../../kit/Text.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { usersTexts } from '../../texts/en/users.ts'
import { useConfirmation } from './Confirm.tsx'
import { findRefusal } from './problems.ts'
import css from './users.module.css'

type Channel = Awaited<ReturnType<ListedUser['listContactChannels']>>[number]

/** The e-mail addresses of a user. */
export function Addresses({ user }: { readonly user: ListedUser }): ReactNode {
  const t = useTexts(usersTexts)
  const failureText = useFailureText()
  const refresh = useRefreshUsers()
  const [isAdding, setAdding] = useState(false)
  const channels = useOfUser(user, 'addresses', (of) => of.listContactChannels())
  const [dialog, ask] = useConfirmation(user.id)
  const change = useAction(async (act: () => Promise<unknown>) => {
    await act()
    await refresh(user.id)
  })
  return (
    <section>
      <header>
        <h3>{t.profile.addresses}</h3>
        <LinkButton aria-label={t.profile.addAddress} onClick={() => setAdding(true)}>
          {t.profile.add}
        </LinkButton>
      </header>
      {isAdding && <AddAddress user={user} onEnd={() => setAdding(false)} />}
      {channels.isError && !channels.data ? (
        <Failed error={channels.error} isRetrying={channels.isFetching} onRetry={() => void channels.refetch()} />
      ) : channels.data === undefined ? (
        <RowsSkeleton kind="list" count={1} />
      ) : channels.data.length === 0 ? (
        <p className="soft">{t.profile.noAddresses}</p>
      ) : (
        <Rows kind="list">
          {channels.data.map((channel) => (
            <ListRow
              key={channel.id}
              action={
                <AddressMenu
                  channel={channel}
                  onChange={(act) => void change.run(act)}
                  onRemove={() =>
                    ask({
                      title: t.profile.removeTitle,
                      consequence: fill(t.profile.removeLead, {
                        address: <bdi className="strong">{channel.value}</bdi>,
                      }),
                      pending: t.profile.removing,
                      run: () => channel.delete(),
                    })
                  }
                />
              }
            >
              <span className={css['line']}>
                <MiddleCut>{channel.value}</MiddleCut>
                {channel.isPrimary && <Badge>{t.profile.primary}</Badge>}
                {channel.isVerified ? (
                  <Badge tone="ok" icon={<CircleCheck />}>
                    {t.profile.verified}
                  </Badge>
                ) : (
                  <Badge>{t.unverified}</Badge>
                )}
                {channel.usedForAuth && <Badge>{t.profile.signIn}</Badge>}
              </span>
            </ListRow>
          ))}
        </Rows>
      )}
      {change.failure !== null && <FieldError>{failureText(change.failure)}</FieldError>}
      {dialog}
    </section>
  )
}

interface AddressMenuProps {
  readonly channel: Channel
  readonly onChange: (act: () => Promise<unknown>) => void
  readonly onRemove: () => void
}

function AddressMenu({ channel, onChange, onRemove }: AddressMenuProps): ReactNode {
  const t = useTexts(usersTexts)
  const label = t.rowMenu(channel.value)
  return (
    <Menu
      label={label}
      align="end"
      trigger={({ ref, ...trigger }) => (
        <IconButton size="small" label={label} {...trigger} ref={ref}>
          <Ellipsis />
        </IconButton>
      )}
    >
      {!channel.isPrimary && (
        <MenuItem onSelect={() => onChange(() => channel.update({ isPrimary: true }))}>
          {t.profile.makePrimary}
        </MenuItem>
      )}
      <MenuItem onSelect={() => onChange(() => channel.update({ isVerified: !channel.isVerified }))}>
        {channel.isVerified ? t.profile.markUnverified : t.profile.markVerified}
      </MenuItem>
      <MenuItem onSelect={() => onChange(() => channel.update({ usedForAuth: !channel.usedForAuth }))}>
        {channel.usedForAuth ? t.profile.stopSignIn : t.profile.useForSignIn}
      </MenuItem>
      <MenuSeparator />
      <MenuItem isDanger onSelect={onRemove}>
        {t.profile.remove}
      </MenuItem>
    </Menu>
  )
}

function AddAddress({ user, onEnd }: { readonly user: ListedUser; readonly onEnd: () => void }): ReactNode {
  const t = useTexts(usersTexts)
  const failureText = useFailureText()
  const refresh = useRefreshUsers()
  const { problems } = useTexts(kitTexts)
  const [address, setAddress] = useState('')
  const [isVerified, setVerified] = useState(false)
  const [isForSignIn, setForSignIn] = useState(false)
  const [hasTried, setTried] = useState(false)
  const problem = findEmailProblem(address)
  const add = useAction(async () => {
    await user.createContactChannel({ type: 'email', value: address.trim(), usedForAuth: isForSignIn, isVerified })
    await refresh(user.id)
    onEnd()
  })
  const refusal =
    add.failure === null ? null : findRefusal(add.failure) === 'taken' ? t.errors.emailTaken : failureText(add.failure)
  return (
    <InlineForm
      label={t.profile.addAddress}
      action={add}
      submit={t.profile.add}
      pending={t.profile.adding}
      onSubmit={() => {
        setTried(true)
        if (!problem) void add.run()
      }}
      onCancel={onEnd}
    >
      <Field
        label={t.profile.address}
        error={hasTried && problem ? describeEmailProblem(problem, t.profile.address, problems) : refusal}
      >
        <Input
          ref={focusAtMount}
          type="email"
          value={address}
          onChange={(event) => {
            setAddress(event.target.value)
            add.reset()
          }}
        />
      </Field>
      <Option control={<Checkbox checked={isVerified} onChange={setVerified} />}>{t.profile.markVerified}</Option>
      <Option control={<Checkbox checked={isForSignIn} onChange={setForSignIn} />}>{t.profile.useForSignIn}</Option>
    </InlineForm>
  )
}
