import type { Import } from '@crewline/contract/imports'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { call } from '../../shared/api/from-contract.ts'
import { useGroupValues } from '../groups/index.ts'
import { FileChoice } from './FileChoice.tsx'
import classes from './Imports.module.css'
import { peopleLink } from './people-link.ts'
import { StepHead } from './StepHead.tsx'
import { UndoImport, useUndoUntil } from './UndoImport.tsx'
import { useResultWords } from './useImportWords.ts'

function Groups({ ids }: { ids: readonly string[] }) {
  const { data } = useGroupValues()
  const joined = ids.flatMap((id) => data?.find((group) => group.id === id) ?? [])
  if (joined.length === 0) return null
  return (
    <p>
      <Trans>They joined:</Trans>{' '}
      {joined.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Anchor component={Link} to={`/dashboard/groups/${id}`}>
            <bdi>{name}</bdi>
          </Anchor>
        </span>
      ))}
    </p>
  )
}

function Until({ one }: { one: Import }) {
  const { i18n } = useLingui()
  const undoUntil = useUndoUntil(one)
  if (!undoUntil)
    return one.state === 'done' ? (
      <p className={classes.quiet}>
        <Trans>The time to undo this import is over.</Trans>
      </p>
    ) : null
  const until = i18n.date(undoUntil, { weekday: 'short', hour: 'numeric', minute: '2-digit' })
  return (
    <p className={classes.quiet}>
      <Trans>You can undo this import until {until}.</Trans>
    </p>
  )
}

/** What came of an import, with the people, the rows that were left out, and the way back while there is one. */
export function ResultStep({ one }: { one: Import }) {
  const { t } = useLingui()
  const words = useResultWords()
  const isUndone = one.state === 'undone'
  const skipped = one.result?.skipped ?? 0
  const Icon = isUndone ? IconArrowBackUp : IconCircleCheck
  return (
    <section className={classes.card} data-narrow>
      <div className={classes.result}>
        <Icon size={32} stroke={1.75} aria-hidden data-undone={isUndone || undefined} />
        <StepHead key={one.state} title={isUndone ? t`This import was undone` : t`Your people are in`}>
          {one.result && words(one.result)}
        </StepHead>
      </div>
      {one.problem !== null && <p>{one.problem}</p>}
      {isUndone ? (
        <p className={classes.quiet}>
          <Trans>Who was added is gone, who was updated is as before. What somebody changed since has stayed.</Trans>
        </p>
      ) : (
        <>
          <Groups ids={one.options.groupIds} />
          <Until one={one} />
        </>
      )}
      <div className={classes.foot}>
        {!isUndone && <UndoImport one={one} />}
        {skipped > 0 && (
          <FileChoice
            callFor={(format) => call('importProblems', { params: { id: one.id }, query: { format } })}
            name={`${one.fileName.replace(/\.[^.]+$/, '')}-problems`}
          >
            <Plural value={skipped} one="Download # problem row" other="Download # problem rows" />
          </FileChoice>
        )}
        <Button component={Link} to={isUndone ? '/dashboard/contacts/import' : peopleLink(one)}>
          {isUndone ? <Trans>Start a new import</Trans> : <Trans>See the people</Trans>}
        </Button>
      </div>
    </section>
  )
}
