import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import {
  settingsRight,
  throwIfConcerned,
  useEditConfig,
  usePersonOf,
  type ProjectConfig,
} from '../../data/project-config.ts'
import { useSignUpRulesTrial, type SignUpRule, type SignUpRulesTrial } from '../../data/sign-up-rules.ts'
import { announce } from '../../kit/announce.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Button, IconButton } from '../../kit/Button.tsx'
import { ListRow, Rows } from '../../kit/Rows.tsx'
import { RowsSkeleton } from '../../kit/Skeleton.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/useTexts.ts'
import { custom } from '../../page/form/fields.tsx'
import { FormDialog } from '../../page/form/FormDialog.tsx'
import { SaveFields } from '../../page/form/SaveFields.tsx'
import { Loaded } from '../../page/Loaded.tsx'
import { signUpRulesTexts } from '../../texts/en/sign-up-rules.ts'
import css from './methods.module.css'
import { MethodsPage } from './MethodsPage.tsx'
import {
  conditionsInWords,
  fieldsOfRule,
  formOfRule,
  moveRule,
  problemsOfRule,
  putRule,
  ruleOfForm,
  type EditedRule,
} from './sign-up-rule-form.ts'

/** Who may sign up: an ordered list of rules, with what it would have done in the last 30 days before it is saved. */
export function SignUpRules(): ReactNode {
  const t = useTexts(signUpRulesTexts)
  return (
    <MethodsPage lead={t.lead}>
      {(config) => (config ? <RulesForm config={config} /> : <RowsSkeleton kind="settings" count={2} />)}
    </MethodsPage>
  )
}

type Rules = readonly SignUpRule[]

const tones = { refuse: 'danger', hold: 'warn', allow: 'ok' } as const

function RulesForm({ config: { signUpRules: stored } }: { readonly config: ProjectConfig }): ReactNode {
  const t = useTexts(signUpRulesTexts)
  const editConfig = useEditConfig()
  const [edited, setEdited] = useState<EditedRule | null>(null)
  const base: { readonly rules: Rules } = { rules: stored }
  return (
    <SaveFields
      right={settingsRight}
      fields={{
        rules: custom<Rules>({
          label: t.rules,
          initial: stored,
          inWords: (rules) => t.conflict(rules.length),
          render: ({ value, onChange }) => <RuleList rules={value} onChange={onChange} onEdit={setEdited} />,
        }),
      }}
      stored={base}
      personOf={usePersonOf()}
      onSubmit={({ rules }, changes) =>
        editConfig(({ signUpRules }, conflict) => {
          throwIfConcerned(conflict, { base, typed: changes }, { rules: signUpRules })
          return { signUpRules: [...rules] }
        })
      }
      after={({ form }) =>
        edited && (
          <RuleDialog
            rule={edited.rule}
            onApply={(written) => form.set('rules', putRule(form.values.rules, edited, written))}
            onClose={() => setEdited(null)}
          />
        )
      }
    />
  )
}

interface RuleListProps {
  readonly rules: Rules
  readonly onChange: (rules: Rules) => void
  readonly onEdit: (edited: EditedRule) => void
}

function RuleList({ rules, onChange, onEdit }: RuleListProps): ReactNode {
  const t = useTexts(signUpRulesTexts)
  const trial = useSignUpRulesTrial(rules)
  const list = useRef<HTMLDivElement>(null)
  const moved = useRef<number | null>(null)
  // The focus follows the rule that was moved.
  useEffect(() => {
    if (moved.current === null) return
    const buttons = [
      ...(list.current?.querySelectorAll<HTMLButtonElement>(`[data-rule="${moved.current}"] button`) ?? []),
    ]
    moved.current = null
    buttons.find((button) => !button.disabled)?.focus()
  }, [rules])
  const move = (from: number, to: number): void => {
    moved.current = to
    onChange(moveRule(rules, from, to))
    announce(t.moved(rules[from]?.name ?? '', to + 1))
  }
  return (
    <div ref={list} className={css['rules']}>
      {rules.length === 0 ? (
        <p className="soft">{t.none}</p>
      ) : (
        <Rows kind="list">
          {rules.map((rule, index) => (
            <ListRow
              // Rules have no id, and two can be equal.
              key={index}
              action={
                <span className={css['acts']} data-rule={index}>
                  <IconButton label={t.moveUp(rule.name)} disabled={index === 0} onClick={() => move(index, index - 1)}>
                    <ArrowUp />
                  </IconButton>
                  <IconButton
                    label={t.moveDown(rule.name)}
                    disabled={index === rules.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowDown />
                  </IconButton>
                  <IconButton label={t.edit(rule.name)} onClick={() => onEdit({ index, rule })}>
                    <Pencil />
                  </IconButton>
                  <IconButton label={t.remove(rule.name)} onClick={() => onChange(rules.toSpliced(index, 1))}>
                    <Trash2 />
                  </IconButton>
                </span>
              }
            >
              <RuleWords rule={rule} position={index + 1} matched={trial.data?.rules[index]?.matched} />
            </ListRow>
          ))}
        </Rows>
      )}
      <p>
        <Button onClick={() => onEdit({ index: rules.length, rule: null })}>{t.add}</Button>
      </p>
      <Loaded query={trial} failed={t.trialFailed} skeleton={null}>
        {(read) => <Summary trial={read} />}
      </Loaded>
    </div>
  )
}

function RuleWords({
  rule: { name, when, then },
  position,
  matched,
}: {
  readonly rule: SignUpRule
  readonly position: number
  /** Undefined until it is counted. */
  readonly matched: number | undefined
}): ReactNode {
  const t = useTexts(signUpRulesTexts)
  const format = useFormat()
  const conditions = conditionsInWords(when, t)
  return (
    <>
      <span className={css['rule']}>
        {format.number(position)}. <bdi>{name}</bdi>
        <Badge tone={tones[then]}>{t.outcomes[then].label}</Badge>
      </span>
      <span className="row-note">{conditions.length === 0 ? t.always : <bdi>{conditions.join(' · ')}</bdi>}</span>
      {matched !== undefined && <span className="row-note">{t.matched(matched, format.number(matched))}</span>}
    </>
  )
}

function Summary({ trial: { signUps, allowedByNoRule, isComplete } }: { readonly trial: SignUpRulesTrial }): ReactNode {
  const t = useTexts(signUpRulesTexts)
  const format = useFormat()
  const sentence = isComplete ? t.summary : t.summaryOfLatest
  return <p className="soft">{sentence(format.number(signUps), format.number(allowedByNoRule))}</p>
}

function RuleDialog({
  rule,
  onApply,
  onClose,
}: {
  readonly rule: SignUpRule | null
  readonly onApply: (rule: SignUpRule) => void
  readonly onClose: () => void
}): ReactNode {
  const t = useTexts(signUpRulesTexts)
  return (
    <FormDialog
      title={rule ? t.editTitle : t.addTitle}
      submit={t.apply}
      pending="saving"
      fields={fieldsOfRule(t, formOfRule(rule))}
      problemsBetween={(form) => problemsOfRule(form, t)}
      onSubmit={async (form) => onApply(ruleOfForm(form))}
      onClose={onClose}
    />
  )
}
