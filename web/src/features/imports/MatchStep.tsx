import type { Import } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useMatchImportMutation } from './api.ts'
import classes from './Imports.module.css'
import { MatchOptions } from './MatchOptions.tsx'
import { MatchTable } from './MatchTable.tsx'
import { StepHead } from './StepHead.tsx'
import { GROUPS_TARGET, columnsOf, matchProblems } from './targets.ts'
import { useMatchWords } from './useImportWords.ts'
import { forgetMatch, useMatch } from './useMatch.ts'
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

/** Says where each column goes, what holds for all rows, and has the rows checked. */
export function MatchStep({ one, onDone }: { one: Import; onDone: () => void }) {
  const { t } = useLingui()
  const targets = useTargets()
  const { match, isChanged, choose, setOptions } = useMatch(one)
  const headerOf = (index: number) => one.columns.find((column) => column.index === index)?.header ?? ''
  const wordsOf = useMatchWords(targets, headerOf)
  const refusalWords = useRefusalWords()
  const [send, { isLoading }] = useMatchImportMutation()
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const problems = matchProblems(match.choices, targets.fieldNames)
  // What is twice is said at once, what is missing only when somebody wants to go on.
  const shown = problems.filter(({ kind }) => isTried || kind === 'twice' || kind === 'field_twice')

  async function check(): Promise<void> {
    setTried(true)
    setRefusal('')
    if (problems.length > 0) {
      // The box may only be there after this change.
      requestAnimationFrame(() => box.current?.focus())
      return
    }
    if (one.state === 'checked' && !isChanged) return onDone()
    const columns = match.choices.map((choice) => ({
      ...choice,
      newField: choice.newField && { ...choice.newField, name: choice.newField.name.trim() },
    }))
    const { error } = await send({ id: one.id, match: { columns, options: match.options } })
    if (error) return setRefusal(refusalWords(error))
    forgetMatch(one.id)
    onDone()
  }

  return (
    <>
      <StepHead title={t`Match columns`}>
        <Trans>Say what each column of your file is. We matched what we could.</Trans>
      </StepHead>
      <Notes notes={one.notes} />
      <MatchTable
        columns={one.columns}
        choices={match.choices}
        targets={targets}
        wrong={new Set(shown.flatMap(columnsOf))}
        onChoose={choose}
      />
      <MatchOptions
        options={match.options}
        onChange={setOptions}
        hasGroups={match.choices.some(({ target }) => target === GROUPS_TARGET)}
      />
      {(shown.length > 0 || refusal !== '') && (
        <div ref={box} className={classes.problem} role="alert" tabIndex={-1}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          <ul className={classes.plainList}>
            {shown.map((problem) => (
              <li key={`${problem.kind} ${columnsOf(problem).join(' ')}`}>{wordsOf(problem)}</li>
            ))}
            {refusal !== '' && <li>{refusal}</li>}
          </ul>
        </div>
      )}
      <div className={classes.foot}>
        {one.state === 'checked' && isChanged && (
          <span className={classes.quiet}>
            <Trans>The rows are checked again. Your corrections of cells stay.</Trans>
          </span>
        )}
        <Button loading={isLoading} onClick={() => void check()}>
          <Trans>Check rows</Trans>
        </Button>
      </div>
    </>
  )
}
