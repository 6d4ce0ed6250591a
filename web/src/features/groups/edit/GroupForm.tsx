import type { FilterNode } from '@crewline/contract/filters'
import type { Group } from '@crewline/contract/groups'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useMemo, useRef, useState, type FormEvent } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { useUnsaved } from '../../../shared/ui/form/useUnsaved.ts'
import { completeOf, FilterBuilder, isUnfinished, useFilterFields } from '../../filters/index.ts'
import { useCreateGroupMutation, useEditGroupMutation, useGroupValues } from '../api.ts'
import { FilterPreview } from './FilterPreview.tsx'
import classes from '../Groups.module.css'
import type { GroupTemplate } from '../list/templates.ts'
import { TemplateButtons } from '../list/TemplateButtons.tsx'
import { useGroupRefusal } from './useGroupRefusal.ts'

export interface GroupFormProps {
  /** The group to edit; absent for a new one. */
  group?: Group
  /** The initial values of a new group. */
  template?: GroupTemplate
  onSaved: (group: Group) => void
  onCancel: () => void
}

const nameMax = 60
const descriptionMax = 200

/** The form of a group: name, manual or smart, and for smart groups the rules with a preview. */
export function GroupForm({ group, template, onSaved, onCancel }: GroupFormProps) {
  const { t, i18n } = useLingui()
  const describeError = useGroupRefusal()
  const { data: groups } = useGroupValues()
  // A group cannot be part of its own rules.
  const others = groups?.filter(({ id }) => id !== group?.id)
  const all = useFilterFields(others)
  // People can have shifts through their groups, so that a group by shift could decide about itself.
  const fields = useMemo(() => all.filter((field) => field.name !== 'shift'), [all])
  const [name, setName] = useState(group?.name ?? (template?.name ? i18n._(template.name) : ''))
  const [description, setDescription] = useState(group?.description ?? '')
  // Rules evaluate all contacts, so a member limited to some groups can only make manual ones.
  const maySmart = useSession(({ auth }) => auth.user?.scope !== 'groups')
  const [isSmart, setSmart] = useState(group ? group.type === 'dynamic' : template !== undefined)
  const [filter, setFilter] = useState<FilterNode | undefined>(group?.filter ?? template?.filter)
  const unsaved = useUnsaved({ name, description, isSmart, filter })
  const nameInput = useRef<HTMLInputElement>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const [problem, setProblem] = useState({ name: '', form: '' })
  const [create, created] = useCreateGroupMutation()
  const [edit, edited] = useEditGroupMutation()
  const rules = completeOf(filter, fields)
  const hasNoRules = isSmart && !rules
  // An incomplete condition would be left out, and the group would hold more people than it says.
  const hasUnfinished = isSmart && isUnfinished(filter, fields)

  function refused(error: unknown): void {
    const isName = isRefusal(error) && error.code === 'name_taken'
    setProblem(isName ? { name: describeError(error), form: '' } : { name: '', form: describeError(error) })
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setSubmitted(true)
    if (name.trim() === '' || hasNoRules || hasUnfinished) return
    const draft = { name: name.trim(), description: description.trim(), ...(isSmart && rules && { filter: rules }) }
    const { data, error } = await (group
      ? edit({ id: group.id, change: draft })
      : create({ ...draft, type: isSmart ? 'dynamic' : 'static' }))
    if (data) unsaved.done(() => onSaved(data.group))
    else refused(error)
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          ref={nameInput}
          label={t`Name`}
          value={name}
          maxLength={nameMax}
          onChange={(event) => setName(event.currentTarget.value)}
          error={(isSubmitted && name.trim() === '' && t`Enter a name for the group.`) || problem.name}
          data-autofocus
          dir="auto"
        />
        <TextInput
          label={t`Description`}
          description={t`(optional)`}
          value={description}
          maxLength={descriptionMax}
          onChange={(event) => setDescription(event.currentTarget.value)}
          dir="auto"
        />
        {!group && maySmart && (
          <div>
            <SegmentedControl
              fullWidth
              aria-label={t`How people are added`}
              value={isSmart ? 'smart' : 'manual'}
              onChange={(value) => setSmart(value === 'smart')}
              data={[
                { value: 'manual', label: t`Manual` },
                { value: 'smart', label: t`Smart` },
              ]}
            />
            <p className={classes.explained}>
              {isSmart ? (
                <Trans>Rules decide who's included. Smart groups update automatically.</Trans>
              ) : (
                <Trans>You add and remove people manually.</Trans>
              )}
            </p>
          </div>
        )}
        {isSmart && (
          <>
            {!group && (filter === undefined || filter.children.length === 0) && (
              <TemplateButtons
                onPick={(picked) => {
                  setFilter(picked.filter)
                  // The template buttons disappear after the choice, so the focus moves.
                  nameInput.current?.focus()
                  if (name === '' && picked.name) setName(i18n._(picked.name))
                }}
              />
            )}
            <FilterBuilder filter={filter} onChange={setFilter} fields={fields} isNarrow />
            {isSubmitted && (hasNoRules || hasUnfinished) && (
              <p className={classes.problem} role="alert">
                {hasNoRules ? (
                  <Trans>Complete at least one condition.</Trans>
                ) : (
                  <Trans>Complete or remove the unfinished conditions.</Trans>
                )}
              </p>
            )}
            <FilterPreview filter={rules} />
          </>
        )}
        {problem.form && (
          <p className={classes.problem} role="alert">
            {problem.form}
          </p>
        )}
      </Stack>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => unsaved.leave(onCancel)}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={created.isLoading || edited.isLoading}>
          {group ? <Trans>Save</Trans> : <Trans>Create group</Trans>}
        </SubmitButton>
      </div>
      {unsaved.question}
    </form>
  )
}
