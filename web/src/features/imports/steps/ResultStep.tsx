import { formatDate } from '@crewline/contract/formats'
import type { Import } from '@crewline/contract/imports'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { call } from '../../../shared/api/from-contract.ts'
import { useGroupValues } from '../../groups/index.ts'
import { FileChoice } from '../../../shared/ui/FileChoice.tsx'
import classes from '../Imports.module.css'
import { contactsLink } from '../contacts-link.ts'
import { StepHeader } from './StepHeader.tsx'
import { UndoImport, useUndoUntil } from './UndoImport.tsx'
import { useImportResultText } from '../useImportWords.ts'

function Groups({ ids }: { ids: readonly string[] }) {
  const { data } = useGroupValues()
  const joined = ids.flatMap((id) => data?.find((group) => group.id === id) ?? [])
  if (joined.length === 0) return null
  return (
    <p>
      <Trans>Added to:</Trans>{' '}
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

function Until({ contactImport }: { contactImport: Import }) {
  const { i18n } = useLingui()
  const undoUntil = useUndoUntil(contactImport)
  if (!undoUntil)
    return contactImport.state === 'done' ? (
      <p className={classes.quiet}>
        <Trans>This import can no longer be undone.</Trans>
      </p>
    ) : null
  const until = formatDate(undoUntil, 'weekdayTime', i18n.locale)
  return (
    <p className={classes.quiet}>
      <Trans>You can undo this import until {until}.</Trans>
    </p>
  )
}

/** Shows the result of an import: its contacts, the rows left out, and Undo while it is available. */
export function ResultStep({ contactImport: one }: { contactImport: Import }) {
  const { t } = useLingui()
  const resultText = useImportResultText()
  const isUndone = one.state === 'undone'
  const skipped = one.result?.skipped ?? 0
  const Icon = isUndone ? IconArrowBackUp : IconCircleCheck
  return (
    <section className={classes.card} data-narrow>
      <div className={classes.result}>
        <Icon size={32} stroke={1.75} aria-hidden data-undone={isUndone || undefined} />
        <StepHeader key={one.state} title={isUndone ? t`Import undone` : t`Import complete`}>
          {one.result && resultText(one.result)}
        </StepHeader>
      </div>
      {one.problem !== null && <p>{one.problem}</p>}
      {isUndone ? (
        <p className={classes.quiet}>
          <Trans>
            Added contacts were removed and updated contacts were restored. Changes made since the import were kept.
          </Trans>
        </p>
      ) : (
        <>
          <Groups ids={one.options.groupIds} />
          <Until contactImport={one} />
        </>
      )}
      <div className={classes.foot}>
        {!isUndone && <UndoImport contactImport={one} />}
        {skipped > 0 && (
          <FileChoice
            callFor={(format) => call('importProblems', { params: { id: one.id }, query: { format } })}
            name={`${one.fileName.replace(/\.[^.]+$/, '')}-problems`}
          >
            <Plural value={skipped} one="Download # row with errors" other="Download # rows with errors" />
          </FileChoice>
        )}
        <Button component={Link} to={isUndone ? '/dashboard/contacts/import' : contactsLink(one)}>
          {isUndone ? <Trans>Start a new import</Trans> : <Trans>View contacts</Trans>}
        </Button>
      </div>
    </section>
  )
}
