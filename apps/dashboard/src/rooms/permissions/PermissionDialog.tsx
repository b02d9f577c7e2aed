import { LABEL_MAX_CODE_POINTS } from '@portico/client/admin'
import { useMemo, useState, type ReactNode } from 'react'

import {
  useDefinitionActions,
  usePermissionDefinitions,
  type PermissionDefinition,
  type PermissionScope,
} from '../../data/permissions.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Field, FieldError, Input } from '../../kit/Field.tsx'
import { useFailureText } from '../../kit/failure.ts'
import { useAction } from '@portico/ui/form/useAction'
import { ConflictNotice, useDraft } from '../../kit/useDraft.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { PermissionPicker } from '../../records/PermissionPicker.tsx'
import { kitTexts } from '../../texts/kit.ts'
import { permissionsTexts } from '../../texts/permissions.ts'
import { grantersOf, problemOfId } from '../../records/containment.ts'

export interface PermissionDialogProps {
  readonly scope: PermissionScope
  readonly all: readonly PermissionDefinition[]
  /** Absent: a new permission. */
  readonly edited?: PermissionDefinition
  readonly onClose: () => void
}

interface Values {
  readonly id: string
  readonly description: string
  readonly containedPermissionIds: readonly string[]
}

/** Creates a permission, or edits one that another owner may change at the same time. */
export function PermissionDialog({ scope, all, edited, onClose }: PermissionDialogProps): ReactNode {
  const t = useTexts(permissionsTexts)
  const { cancel, problems, save: saveLabel, saving } = useTexts(kitTexts)
  const failureText = useFailureText()
  const definitions = usePermissionDefinitions(scope)
  const actions = useDefinitionActions(scope)
  const latest = useMemo(() => valuesOf(edited), [edited])
  const form = useDraft(latest)
  const [hasTried, setTried] = useState(false)
  const [isGone, setGone] = useState(false)
  const { id, description, containedPermissionIds: contained } = form.values
  const problem = problemOfId(id)
  const options = useMemo(() => {
    const refused = edited ? grantersOf(edited.id, all) : new Set()
    return all.filter((one) => !refused.has(one.id))
  }, [all, edited])

  const save = useAction(async () => {
    if (!edited) {
      await actions.create({ id, description: description.trim(), containedPermissionIds: [...contained] })
      onClose()
      return true
    }
    // The service keeps no version of a permission, so the newest one is compared before it is overwritten.
    const { data } = await definitions.refetch({ throwOnError: true })
    const newest = data?.find((one) => one.id === edited.id)
    setGone(!newest)
    if (!newest || conflictsWith(valuesOf(newest), form.changes, latest)) return false
    const { containedPermissionIds: changed, ...texts } = form.changes
    await actions.update(edited.id, { ...texts, ...(changed && { containedPermissionIds: [...changed] }) })
    onClose()
    return true
  })
  const { failure } = save
  const code = codeOf(failure)
  const idError =
    code === 'PERMISSION_ID_ALREADY_EXISTS'
      ? failureText(failure)
      : hasTried && problem
        ? problem === 'empty'
          ? problems.empty(t.dialog.id)
          : t.dialog.problems[problem]
        : null
  const containedError = code === 'CONTAINED_PERMISSION_NOT_FOUND' ? failureText(failure) : null
  const title = edited ? t.edit : scope === 'team' ? t.dialog.createTeam : t.dialog.createProject

  return (
    <Dialog
      title={title}
      lead={edited ? t.dialog.editLead : t.dialog.lead}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (problem === null && form.conflicts.length === 0 && (!edited || form.isChanged)) void save.run()
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            variant="primary"
            phase={save.phase}
            pendingLabel={edited ? saving : t.creating}
            disabled={edited !== undefined && (!form.isChanged || form.conflicts.length > 0)}
          >
            {edited ? saveLabel : t.create}
          </Button>
        </>
      }
    >
      <Field label={t.dialog.id} error={idError}>
        <Input
          data-autofocus=""
          className="mono"
          dir="ltr"
          spellCheck={false}
          autoCapitalize="off"
          value={id}
          onChange={(event) => {
            form.set('id', event.target.value)
            save.reset()
          }}
        />
      </Field>
      <Field label={t.dialog.description} isOptional>
        <Input
          dir="auto"
          maxLength={LABEL_MAX_CODE_POINTS}
          value={description}
          onChange={(event) => form.set('description', event.target.value)}
        />
      </Field>
      <Field label={t.dialog.contains} help={t.dialog.containsHelp} error={containedError} isOptional>
        <PermissionPicker
          chosen={contained}
          options={options}
          onChange={(ids) => {
            form.set('containedPermissionIds', ids.toSorted())
            save.reset()
          }}
        />
      </Field>
      {isGone && <FieldError>{t.dialog.gone}</FieldError>}
      {form.conflicts.length > 0 && (
        <div className="after-action">
          <ConflictNotice
            form={form}
            labels={{ id: t.dialog.id, description: t.dialog.description, containedPermissionIds: t.dialog.contains }}
          />
        </div>
      )}
      {failure !== null && idError === null && containedError === null && (
        <FieldError>{failureText(failure)}</FieldError>
      )}
    </Dialog>
  )
}

function valuesOf(definition: PermissionDefinition | undefined): Values {
  return {
    id: definition?.id ?? '',
    description: definition?.description ?? '',
    // Sorted, so that two equal sets are equal lists.
    containedPermissionIds: (definition?.containedPermissionIds ?? []).toSorted(),
  }
}

/** Whether the newest version has another value in a field that was edited here, and not the one that was typed. */
function conflictsWith(newest: Values, changes: Partial<Values>, before: Values): boolean {
  const areEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
  return (Object.keys(changes) as (keyof Values)[]).some(
    (name) => !areEqual(newest[name], before[name]) && !areEqual(newest[name], changes[name]),
  )
}

function codeOf(error: unknown): unknown {
  return (error as { errorCode?: unknown } | null)?.errorCode
}
