import type { CustomField, FieldType } from '@crewline/contract/fields'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Select, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { useUnsaved } from '../../shared/ui/form/useUnsaved.ts'
import { useCreateCustomFieldMutation, useEditCustomFieldMutation } from './api.ts'
import { changesOf, draftOf, problemOf, readyDraft, type FieldDraft } from './draft.ts'
import classes from './Fields.module.css'
import { FieldRules } from './FieldRules.tsx'
import { OptionsEditor } from './OptionsEditor.tsx'
import { TagCopy } from './TagCopy.tsx'
import { useFieldProblems } from './useFieldProblems.ts'
import { fieldTypes, isChoice, useTypeNames, widerTypes } from './useFieldTypes.ts'

export interface FieldFormProps {
  /** The field to edit; absent for a new one. */
  field: CustomField | undefined
  onSaved: () => void
  onCancel: () => void
}

const nameMax = 36
const fallbackMax = 60

/** The form of a custom field: name, type, options, and rules for its values. */
export function FieldForm({ field, onSaved, onCancel }: FieldFormProps) {
  const { t } = useLingui()
  const types = useTypeNames()
  const [draft, setDraft] = useState(() => draftOf(field))
  const unsaved = useUnsaved(draft)
  const { problems, clear, sayOwn, sayRefused } = useFieldProblems()
  const [create, created] = useCreateCustomFieldMutation()
  const [edit, edited] = useEditCustomFieldMutation()
  const manager = field?.managedBy ?? ''
  const isLocked = manager !== ''
  const offered = field ? widerTypes(field.type) : fieldTypes

  function change(part: Partial<FieldDraft>): void {
    clear()
    setDraft((now) => ({ ...now, ...part }))
  }
  function changeType(type: FieldType): void {
    const isFirstChoice = isChoice(type) && draft.options.length === 0
    change({ type, ...(isFirstChoice && { options: [{ id: 'option-1', label: '', color: 'gray', archived: false }] }) })
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const ready = readyDraft(draft)
    const problem = problemOf(ready)
    if (problem) return sayOwn(problem)
    if (field && Object.keys(changesOf(field, ready)).length === 0) return unsaved.done(onSaved)
    const { error } = await (field ? edit({ id: field.id, change: changesOf(field, ready) }) : create(ready))
    if (error) sayRefused(error)
    else unsaved.done(onSaved)
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {isLocked && (
        <Alert icon={<IconLock size={18} stroke={1.75} />} color="gray">
          <Trans>Managed by {manager}. Change it there.</Trans>
        </Alert>
      )}
      <TextInput
        label={t`Name`}
        value={draft.name}
        maxLength={nameMax}
        disabled={isLocked}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={problems['name'] ?? problems['key']}
        dir="auto"
        autoComplete="off"
        data-autofocus={!field || undefined}
      />
      {field && (
        <div className={classes.inTexts}>
          <span className={classes.hint}>{t`In texts`}</span>
          {field.sensitive ? (
            <span className={classes.hint}>{t`Sensitive, so it can't be used in texts`}</span>
          ) : (
            <TagCopy tag={`{${field.key}}`} />
          )}
        </div>
      )}
      <Select
        label={t`Type`}
        data={offered.map((type) => ({ value: type, label: types[type] }))}
        value={draft.type}
        onChange={(type) => type && changeType(type)}
        allowDeselect={false}
        disabled={isLocked || offered.length === 1}
        error={problems['type']}
        description={field && t`You can only switch to a type that keeps all existing values.`}
      />
      {isChoice(draft.type) && (
        <OptionsEditor
          options={draft.options}
          onChange={(options) => change({ options })}
          saved={new Set(field?.options.map(({ id }) => id))}
          isDisabled={isLocked}
          {...(problems['options'] && { error: problems['options'] })}
        />
      )}
      {!draft.sensitive && (
        <TextInput
          label={t`Fallback when empty`}
          description={t`Used in texts to contacts without a value. For example: your shift`}
          value={draft.fallback}
          maxLength={fallbackMax}
          disabled={isLocked}
          onChange={(event) => change({ fallback: event.currentTarget.value })}
          error={problems['fallback']}
          dir="auto"
          autoComplete="off"
        />
      )}
      <FieldRules draft={draft} problems={problems} isLocked={isLocked} onChange={change} />
      {problems['form'] && (
        <p className={classes.error} role="alert">
          {problems['form']}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => unsaved.leave(onCancel)}>
          {isLocked ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
        </Button>
        {!isLocked && (
          <SubmitButton isSending={created.isLoading || edited.isLoading}>
            {field ? <Trans>Save field</Trans> : <Trans>Add field</Trans>}
          </SubmitButton>
        )}
      </div>
      {unsaved.question}
    </form>
  )
}
