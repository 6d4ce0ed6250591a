import { Trans, useLingui } from '@lingui/react/macro'
import { Modal, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { highlightAt, type Row } from './palette-rules.ts'
import classes from './Palette.module.css'
import { PaletteRow, useNames } from './PaletteRow.tsx'
import { remember } from './recent.ts'
import { takeTyped } from './typed-ahead.ts'
import { useOwnFocus } from './useOwnFocus.ts'
import { usePaletteRows, type Offered } from './usePaletteRows.tsx'

export interface PaletteProps {
  isOpen: boolean
  onClose: () => void
  pages: Offered[]
  actions: Offered[]
}

/** What can be done with a person, in place of the list: Tab shows it, Backspace goes back. */
function actsOf(row: Row, words: { message: string; call: string; open: string }): Row[] {
  const acts: Row[] = [{ ...row, key: 'act message', kind: 'person', label: words.message }]
  if (row.phone)
    acts.push({
      key: 'act call',
      kind: 'action',
      label: words.call,
      onChoose: () => (location.href = `tel:${row.phone}`),
    })
  acts.push({ key: 'act open', kind: 'page', label: words.open, path: `/dashboard/contacts/${row.personId}` })
  return acts
}

function Finder({ onClose, pages, actions }: Omit<PaletteProps, 'isOpen'>) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const names = useNames()
  const listId = useId()
  const user = useSession(({ auth }) => auth.user?.id ?? '')
  const organization = useSession(({ auth }) => auth.organization?.id ?? '')
  const [typed, setTyped] = useState('')
  const [chosenKey, setChosenKey] = useState<string>()
  const [person, setPerson] = useState<Row>()
  const field = useRef<HTMLInputElement>(null)
  useOwnFocus(field)
  const { rows: found, wanted, isSearching } = usePaletteRows(typed, { pages, actions })
  const rows = person
    ? actsOf(person, {
        message: t`Message ${person.label}`,
        call: t`Call ${person.label}`,
        open: t`Open ${person.label}`,
      })
    : found
  const at = highlightAt(rows, chosenKey)

  function choose(row: Row, isNewTab = false): void {
    const { path, onChoose, label, detail = '', kind } = row
    if (path && kind !== 'page' && kind !== 'action' && kind !== 'add')
      remember(user, organization, { label: person ? person.label : label, detail, path })
    if (path && isNewTab) return void window.open(path, '_blank', 'noopener')
    onClose()
    if (path) void navigate(path)
    else onChoose?.()
  }
  function hear(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const row = rows[at]
    if (step !== 0) {
      event.preventDefault()
      const next = (at + step + rows.length) % Math.max(1, rows.length)
      setChosenKey(rows[next]?.key)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter' && row && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(row, event.ctrlKey || event.metaKey)
    }
    if (event.key === 'Tab' && !event.shiftKey && row?.kind === 'person' && !person) {
      event.preventDefault()
      setPerson(row)
      setChosenKey(undefined)
    }
    if (person && (event.key === 'Backspace' || (event.key === 'Tab' && event.shiftKey))) {
      event.preventDefault()
      setPerson(undefined)
    }
  }

  return (
    <>
      <TextInput
        ref={field}
        className={classes.field ?? ''}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={rows.length > 0 ? `${listId}-${at}` : undefined}
        aria-label={t`Search and commands`}
        placeholder={t`Search people, messages, pages`}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        value={person ? person.label : typed}
        readOnly={person !== undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosenKey(undefined)
        }}
        // What was typed since the key that opened it belongs here.
        onFocus={() => {
          const before = takeTyped()
          if (before !== '') setTyped((words) => words + before)
        }}
        onKeyDown={hear}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <div className={classes.list} id={listId} role="listbox" aria-label={t`Results`} aria-busy={isSearching}>
        {rows.map((row, index) => (
          <PaletteRow
            key={row.key}
            row={row}
            id={`${listId}-${index}`}
            isChosen={index === at}
            heading={!person && row.kind !== rows[index - 1]?.kind ? names[row.kind] : undefined}
            words={row.kind === 'add' ? '' : wanted.words}
            onChoose={(isNewTab) => choose(row, isNewTab)}
          />
        ))}
      </div>
      {!isSearching && rows.every(({ kind }) => kind === 'add') && (
        <StatePanel
          kind="noMatch"
          compact
          title={t`No match for “${wanted.words}”`}
          text={t`Try a phone number or a last name.`}
        />
      )}
      <p className={classes.hint} aria-hidden>
        <Trans>↑↓ move · Enter open · Ctrl Enter new tab · Tab what to do with a person · &gt; @ #</Trans>
      </p>
    </>
  )
}

/** Finds people, words, groups and pages and does things, from anywhere, by keyboard. */
export function Palette({ isOpen, onClose, pages, actions }: PaletteProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t`Search and commands`}
      size={640}
      centered={false}
      // The page behind does not scroll, its parts do: locking it would only settle every style of it again.
      lockScroll={false}
      // It answers a key: fading in would cost the first two frames.
      transitionProps={{ duration: 0 }}
      yOffset="12vh"
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Finder onClose={onClose} pages={pages} actions={actions} />
    </Modal>
  )
}
