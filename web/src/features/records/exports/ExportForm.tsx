import type { FilterNode } from '@crewline/contract/filters'
import { RECORD_TITLE_MAX } from '@crewline/contract/record-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { useUnsaved } from '../../../shared/ui/form/useUnsaved.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { isNotProven, useProof } from '../../accounts/index.ts'
import { GroupSelect, PersonSelect } from '../../broadcasts/index.ts'
import { completeOf, FilterBuilder, formatField, isUnfinished, useFilterFields } from '../../filters/index.ts'
import { FilterPreview, useGroupValues } from '../../groups/index.ts'
import { useCreateRecordExportMutation, useLegalHoldsQuery } from '../api.ts'
import classes from '../Records.module.css'
import { filterProblem, otherProblem, type Problems } from './problem-rules.ts'

type Coverage = 'contacts' | 'groups' | 'hold' | 'filter' | 'everyone'

/** Starts an export of many conversations. */
export function ExportForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { data: groups } = useGroupValues()
  const { data: holds = [] } = useLegalHoldsQuery()
  const [create, { isLoading }] = useCreateRecordExportMutation()
  const { proven, dialog } = useProof()
  const [title, setTitle] = useState('')
  const [covers, setCovers] = useState<Coverage>('contacts')
  const [contactIds, setContactIds] = useState<string[]>([])
  const [groupIds, setGroupIds] = useState<string[]>([])
  const [holdId, setHoldId] = useState<string | null>(null)
  const [filter, setFilter] = useState<FilterNode>()
  const fields = useFilterFields(groups)
  const rules = completeOf(filter, fields)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [includeNotes, setIncludeNotes] = useState(true)
  const [includeFiles, setIncludeFiles] = useState(true)
  const [problems, setProblems] = useState<Problems>({})
  const chosenParts = { covers, contactIds, groupIds, holdId, filter }
  const unsaved = useUnsaved({ title, ...chosenParts, from, to, includeNotes, includeFiles })

  function findProblems(): Problems {
    const isEmpty =
      (covers === 'contacts' && contactIds.length === 0) ||
      (covers === 'groups' && groupIds.length === 0) ||
      (covers === 'hold' && holdId === null)
    return {
      ...(title.trim() === '' && { title: t`Enter a title.` }),
      ...(covers === 'filter' && !rules && { filter: t`Complete at least one condition.` }),
      // An incomplete condition would be left out, and more people exported than it says.
      ...(covers === 'filter' &&
        rules &&
        isUnfinished(filter, fields) && { filter: t`Complete or remove the unfinished conditions.` }),
      ...(isEmpty && { covers: t`Choose whose conversations to export.` }),
      ...(from && to && from > to && { to: t`The end can't be before the start.` }),
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const found = findProblems()
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const chosen = {
      contactIds: covers === 'contacts' ? contactIds : [],
      groupIds: covers === 'groups' ? groupIds : [],
      ...(covers === 'hold' && holdId !== null && { holdId }),
      ...(covers === 'filter' && rules && { filter: rules }),
    }
    const options = { from: from || null, to: to || null, includeNotes, includeFiles }
    const { error } = await proven(() => create({ title, covers, ...chosen, ...options }))
    if (!error) return unsaved.done(onClose)
    if (isNotProven(error)) return
    setProblems((isRefusal(error) && error.fieldErrors) || { form: messageFor(error) })
  }

  const ruleProblem = filterProblem(problems, rules)
  const formProblem = otherProblem(problems)
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {dialog}
      {unsaved.question}
      <TextInput
        label={t`Title`}
        description={t`Appears in the signed manifest.`}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        maxLength={RECORD_TITLE_MAX}
        error={problems.title}
        dir="auto"
        data-autofocus
      />
      <Radio.Group label={t`Whose conversations`} value={covers} onChange={setCovers} error={problems.covers}>
        <Stack gap="xs" mt={4}>
          <Radio value="contacts" label={t`Some people`} />
          <Radio value="groups" label={t`Some groups`} />
          <Radio value="hold" label={t`What a legal hold covers`} disabled={holds.length === 0} />
          <Radio value="filter" label={t`People who match a filter`} />
          <Radio value="everyone" label={t`Everyone`} />
        </Stack>
      </Radio.Group>
      {covers === 'contacts' && <PersonSelect label={t`People`} chosen={contactIds} onChoose={setContactIds} />}
      {covers === 'groups' && (
        <GroupSelect label={t`Groups`} groups={groups} chosen={groupIds} onChoose={setGroupIds} />
      )}
      {covers === 'hold' && (
        <Select
          label={t`Legal hold`}
          data={holds.map(({ id, name }) => ({ value: id, label: name }))}
          value={holdId}
          onChange={setHoldId}
        />
      )}
      {covers === 'filter' && (
        <div className={classes.filter}>
          <FilterBuilder filter={filter} onChange={setFilter} fields={fields} isNarrow />
          {ruleProblem && (
            <p className={classes.problem} role="alert">
              {ruleProblem.field !== undefined && `${formatField(ruleProblem.field, fields)}: `}
              {ruleProblem.text}
            </p>
          )}
          <p className={classes.help}>
            <Trans>Archived people who match are exported too, even though they aren't counted here.</Trans>
          </p>
          <FilterPreview filter={rules} emptyText={<Trans>No one matches now, unless they're archived.</Trans>} />
        </div>
      )}
      <div className={classes.pair}>
        <TextInput
          type="date"
          label={t`From (optional)`}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t`To (optional)`}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          error={problems.to}
        />
      </div>
      <Checkbox
        label={t`Include internal notes`}
        checked={includeNotes}
        onChange={(event) => setIncludeNotes(event.currentTarget.checked)}
      />
      <Checkbox
        label={t`Include photos and other files`}
        checked={includeFiles}
        onChange={(event) => setIncludeFiles(event.currentTarget.checked)}
      />
      {formProblem && (
        <p className={classes.problem} role="alert">
          {formProblem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => unsaved.leave(onClose)}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isLoading}>
          <Trans>Start export</Trans>
        </SubmitButton>
      </div>
    </form>
  )
}
