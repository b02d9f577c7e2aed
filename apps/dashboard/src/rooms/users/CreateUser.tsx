import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import { useState, type ReactNode } from 'react'

import { useCreateUser } from '../../data/users.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { describeEmailProblem, findEmailProblem } from '../../kit/email.ts'
import { useFailureText } from '../../kit/failure.ts'
import { Checkbox, Field, FieldError, Input, Option } from '../../kit/Field.tsx'
import { PasswordInput } from '../../kit/PasswordInput.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import { usersTexts } from '../../texts/en/users.ts'
import { findPasswordProblem, findRefusal } from './problems.ts'

export interface CreateUserProps {
  readonly onClose: () => void
  readonly onCreated: (userId: string) => void
}

/** Creates a user with an address. */
export function CreateUser({ onClose, onCreated }: CreateUserProps): ReactNode {
  const t = useTexts(usersTexts)
  const { cancel, problems: sentences } = useTexts(kitTexts)
  const failureText = useFailureText()
  const createUser = useCreateUser()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [isVerified, setVerified] = useState(false)
  const [password, setPassword] = useState('')
  const [hasCode, setCode] = useState(false)
  const [hasTried, setTried] = useState(false)
  const create = useAction(async () => {
    const id = await createUser({
      ...(name.trim() !== '' && { displayName: name.trim() }),
      primaryEmail: email.trim(),
      primaryEmailVerified: isVerified,
      primaryEmailAuthEnabled: true,
      ...(password !== '' && { password }),
      ...(hasCode && { otpAuthEnabled: true }),
    })
    onCreated(id)
  })
  const problems = { email: findEmailProblem(email), password: password === '' ? null : findPasswordProblem(password) }
  const refused = findRefusal(create.failure)
  const emailProblem =
    hasTried && problems.email && describeEmailProblem(problems.email, t.createDialog.email, sentences)
  const emailError = emailProblem || (refused === 'taken' ? t.errors.emailTaken : null)
  const passwordError =
    hasTried && problems.password
      ? t.errors[problems.password]
      : refused === 'password'
        ? failureText(create.failure)
        : null
  return (
    <Dialog
      title={t.create}
      lead={t.createDialog.lead}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (!problems.email && !problems.password) void create.run()
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="primary" phase={create.phase} pendingLabel={t.creating}>
            {t.create}
          </Button>
        </>
      }
    >
      <Field label={t.createDialog.name} isOptional>
        <Input
          data-autofocus=""
          dir="auto"
          maxLength={LABEL_MAX_CODE_POINTS}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={t.createDialog.email} error={emailError}>
        <Input
          type="email"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value)
            create.reset()
          }}
        />
      </Field>
      <Option control={<Checkbox checked={isVerified} onChange={setVerified} />}>{t.createDialog.verified}</Option>
      <Field label={t.createDialog.password} error={passwordError} isOptional>
        <PasswordInput
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            create.reset()
          }}
        />
      </Field>
      <Option control={<Checkbox checked={hasCode} onChange={setCode} />}>{t.createDialog.code}</Option>
      {create.failure !== null && refused === null && <FieldError>{failureText(create.failure)}</FieldError>}
    </Dialog>
  )
}
