import type { Import } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useMatchImportMutation } from '../api.ts'
import classes from '../Imports.module.css'
import { DateOrders } from './DateOrders.tsx'
import { MatchOptions } from './MatchOptions.tsx'
import { MatchTable } from './MatchTable.tsx'
import { NoPhones } from './NoPhones.tsx'
import { StepHeader } from '../steps/StepHeader.tsx'
import { GROUPS_TARGET, columnsOf, matchProblems, mixedDatesOf } from './targets.ts'
import { useMatchProblemText } from '../useImportWords.ts'
import { discardMatch, useMatch } from './useMatch.ts'
import { useTargets } from './useTargets.ts'

function Notes({ notes }: { notes: string[] }) {
  if (notes.length === 0) return null
  return (
    <ul className={classes.notes}>
      {notes.map((note) => (
        <li key={note}>
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          {note}
        </li>
      ))}
    </ul>
  )
}

/** Matches columns to targets, sets the options for all rows, and starts the check of the rows. */
export function MatchStep({ contactImport, onDone }: { contactImport: Import; onDone: () => void }) {
  const { t } = useLingui()
  const targets = useTargets()
  const { match, isChanged, choose, setOptions } = useMatch(contactImport)
  const headerOf = (index: number) => contactImport.columns.find((column) => column.index === index)?.header ?? ''
  const problemText = useMatchProblemText(targets, headerOf)
  const messageFor = useErrorText()
  const [send, { isLoading }] = useMatchImportMutation()
  const [attempts, setAttempts] = useState(0)
  const [refusal, setRefusal] = useState('')
  const box = useRef<HTMLDivElement>(null)
  // Within the click: a frame later, a column may be open already, and losing the focus would close its list.
  useLayoutEffect(() => {
    if (attempts > 0) box.current?.focus()
  }, [attempts])
  const mixed = new Set(contactImport.columns.filter(({ hasMixedDates }) => hasMixedDates).map(({ index }) => index))
  const problems = matchProblems(match.choices, targets.fieldNames, {
    withoutPhones: match.options.withoutPhones,
    mixed,
    dateTargets: targets.dateTargets,
  })
  // Duplicate targets are shown at once, missing ones only after the user tries to continue.
  const visibleProblems = problems.filter(({ kind }) => attempts > 0 || kind === 'twice' || kind === 'field_twice')

  async function check(): Promise<void> {
    setAttempts(attempts + 1)
    setRefusal('')
    if (problems.length > 0) return
    if (contactImport.state === 'checked' && !isChanged) return onDone()
    const columns = match.choices.map((choice) => ({
      ...choice,
      newField: choice.newField && { ...choice.newField, name: choice.newField.name.trim() },
    }))
    const { error } = await send({ id: contactImport.id, match: { columns, options: match.options } })
    if (error) return setRefusal(messageFor(error))
    discardMatch(contactImport.id)
    onDone()
  }

  return (
    <>
      <StepHeader title={t`Match columns`}>
        <Trans>Match your columns. We filled in what we recognized.</Trans>
      </StepHeader>
      <Notes notes={contactImport.notes} />
      <MatchTable
        columns={contactImport.columns}
        choices={match.choices}
        targets={targets}
        problemColumns={new Set(visibleProblems.flatMap(columnsOf))}
        onChoose={choose}
      />
      <DateOrders
        choices={mixedDatesOf(match.choices, mixed, targets.dateTargets)}
        headerOf={headerOf}
        onChoose={choose}
      />
      {!match.choices.some(({ target }) => target === 'phone') && (
        <NoPhones isChosen={match.options.withoutPhones} onChange={(withoutPhones) => setOptions({ withoutPhones })} />
      )}
      <MatchOptions
        options={match.options}
        onChange={setOptions}
        hasGroups={match.choices.some(({ target }) => target === GROUPS_TARGET)}
      />
      {(visibleProblems.length > 0 || refusal !== '') && (
        <div ref={box} className={classes.problem} role="alert" tabIndex={-1}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          <ul className={classes.plainList}>
            {visibleProblems.map((problem) => (
              <li key={`${problem.kind} ${columnsOf(problem).join(' ')}`}>{problemText(problem)}</li>
            ))}
            {refusal !== '' && <li>{refusal}</li>}
          </ul>
        </div>
      )}
      <div className={classes.foot}>
        {contactImport.state === 'checked' && isChanged && (
          <span className={classes.quiet}>
            <Trans>Rows will be checked again. We'll keep your corrections.</Trans>
          </span>
        )}
        <Button loading={isLoading} onClick={() => void check()}>
          <Trans>Check rows</Trans>
        </Button>
      </div>
    </>
  )
}
