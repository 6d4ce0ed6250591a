import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useCan } from '../../shared/lib/session/select.ts'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import { MergedNote, PossibleDuplicates } from '../roster/index.ts'
import { CopyButton } from './CopyNumber.tsx'
import FactEditor from './FactEditor.tsx'
import classes from './Facts.module.css'
import { keeperOf, valueOf, type Fact } from './facts.ts'
import { KeptBy } from './useContactColumns.tsx'
import { useFactWords } from './useFactWords.ts'
import { useSourceWords } from './useSourceWords.ts'
import type { useFactEditing } from './useFactEditing.ts'

export interface DetailsTabProps {
  contact: Contact
  facts: Fact[]
  facting: ReturnType<typeof useFactEditing>
}

interface FactRowProps {
  contact: Contact
  fact: Fact
  canEdit: boolean
  facting: DetailsTabProps['facting']
}

/** One fact: its words, and with a click what writes it. */
function FactRow({ contact, fact, canEdit, facting }: FactRowProps) {
  const { t } = useLingui()
  const { editing, setEditing, save } = facting
  const wordsOf = useFactWords()
  const keeper = keeperOf(contact, fact.name)
  const value = valueOf(contact, fact.name)
  const words = wordsOf(fact, value)
  const isEditing = editing?.contactId === contact.id && editing.name === fact.name
  const button = useRef<HTMLButtonElement>(null)
  const isDueBack = useRef(false)
  useEffect(() => {
    if (isEditing || !isDueBack.current) return
    isDueBack.current = false
    button.current?.focus()
  }, [isEditing])
  const shown = words ? (
    <bdi {...(fact.kind === 'tel' && { dir: 'ltr' })}>{words}</bdi>
  ) : (
    <span className={classes.none}>{canEdit && !keeper ? t`Add` : t`None`}</span>
  )
  return (
    <div className={classes.row}>
      <dt>{fact.label}</dt>
      <dd data-copies={(fact.kind === 'tel' && words !== '' && !isEditing) || undefined}>
        {isEditing && (
          <FactEditor
            fact={fact}
            value={value}
            {...(editing.draft !== undefined && { draft: editing.draft })}
            {...(editing.refusal && { refusal: editing.refusal })}
            onCommit={(next, withKey) => {
              isDueBack.current = withKey
              void save(contact, fact, next)
            }}
            onCancel={() => {
              isDueBack.current = true
              setEditing(undefined)
            }}
            onShare={(next) => void save(contact, fact, next, true)}
          />
        )}
        {!isEditing && (keeper !== undefined || !canEdit) && (
          <div className={classes.value}>
            {shown}
            {keeper !== undefined && <KeptBy keeper={keeper} />}
          </div>
        )}
        {!isEditing && keeper === undefined && canEdit && (
          <UnstyledButton
            ref={button}
            className={classes.value}
            aria-label={words ? `${fact.label}: ${words}` : t`Add ${fact.label}`}
            onClick={() => setEditing({ contactId: contact.id, name: fact.name })}
          >
            {shown}
            <IconPencil size={14} stroke={1.75} className={classes.pencil} aria-hidden />
          </UnstyledButton>
        )}
        {!isEditing && fact.kind === 'tel' && words !== '' && <CopyButton display={words} />}
      </dd>
    </div>
  )
}

/** What is known about a worker; a click on a line writes it, and it saves by itself. */
export function DetailsTab({ contact, facts, facting }: DetailsTabProps) {
  const canEdit = useCan('contacts.edit') && !contact.archived
  const sources = useSourceWords()
  const own = facts.filter(({ kind }) => kind === 'custom')
  const rows = (some: Fact[]) =>
    some.map((fact) => <FactRow key={fact.name} contact={contact} fact={fact} canEdit={canEdit} facting={facting} />)
  return (
    <>
      <MergedNote contactId={contact.id} />
      {canEdit && <PossibleDuplicates contactId={contact.id} />}
      {contact.sharesPhone && (
        <p className={classes.none}>
          <Trans>Somebody else of the household has this number too. Answers are theirs.</Trans>
        </p>
      )}
      <dl className={classes.rows}>{rows(facts.filter(({ kind }) => kind !== 'custom'))}</dl>
      {own.length > 0 && (
        <>
          <h3 className={classes.heading}>
            <Trans>Your fields</Trans>
          </h3>
          <dl className={classes.rows}>{rows(own)}</dl>
        </>
      )}
      <p className={classes.none}>
        <Trans>Added</Trans> <RelativeTime at={contact.createdAt} /> · {sources[contact.source]}
      </p>
    </>
  )
}
