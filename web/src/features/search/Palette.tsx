import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { highlightAt, type Row } from './palette-rules.ts'
import classes from './Palette.module.css'
import { PaletteRow, useNames } from './PaletteRow.tsx'
import { remember } from './recent.ts'
import { takeTyped } from './typed-ahead.ts'
import { useKeepFocus } from './useKeepFocus.ts'
import { usePaletteRows, type Offered } from './usePaletteRows.tsx'

export interface PaletteProps {
  isOpen: boolean
  onClose: () => void
  pages: Offered[]
  actions: Offered[]
}

/** Returns the actions on a contact, shown in place of the list: Tab opens them, Backspace goes back. */
function actionsOf(row: Row, labels: { message: string; call: string; open: string }): Row[] {
  const actions: Row[] = [{ ...row, key: 'act message', kind: 'person', label: labels.message }]
  if (row.phone)
    actions.push({
      key: 'act call',
      kind: 'action',
      label: labels.call,
      onChoose: () => (location.href = `tel:${row.phone}`),
    })
  actions.push({ key: 'act open', kind: 'page', label: labels.open, path: `/dashboard/contacts/${row.userId}` })
  return actions
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
  const [contact, setContact] = useState<Row>()
  const field = useRef<HTMLInputElement>(null)
  useKeepFocus(field)
  const { rows: results, query, isSearching } = usePaletteRows(typed, { pages, actions })
  const rows = contact
    ? actionsOf(contact, {
        message: t`Message ${contact.label}`,
        call: t`Call ${contact.label}`,
        open: t`Open ${contact.label}`,
      })
    : results
  const at = highlightAt(rows, chosenKey)

  function choose(row: Row, isNewTab = false): void {
    const { path, onChoose, label, detail = '', kind } = row
    if (path && kind !== 'page' && kind !== 'action' && kind !== 'add')
      remember(user, organization, { label: contact ? contact.label : label, detail, path })
    if (path && isNewTab) return void window.open(path, '_blank', 'noopener')
    onClose()
    if (path) void navigate(path)
    else onChoose?.()
  }
  function handleKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const row = rows[at]
    if (step !== 0) {
      event.preventDefault()
      const next = (at + step + rows.length) % Math.max(1, rows.length)
      setChosenKey(rows[next]?.key)
    }
    if (event.key === 'Enter' && row && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(row, event.ctrlKey || event.metaKey)
    }
    if (event.key === 'Tab' && !event.shiftKey && row?.kind === 'person' && !contact) {
      event.preventDefault()
      setContact(row)
      setChosenKey(undefined)
    }
    if (contact && (event.key === 'Backspace' || (event.key === 'Tab' && event.shiftKey))) {
      event.preventDefault()
      setContact(undefined)
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
        value={contact ? contact.label : typed}
        readOnly={contact !== undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosenKey(undefined)
        }}
        // Takes the text typed since the shortcut that opened the palette.
        onFocus={() => {
          const before = takeTyped()
          if (before !== '') setTyped((text) => text + before)
        }}
        onKeyDown={handleKey}
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
            heading={!contact && row.kind !== rows[index - 1]?.kind ? names[row.kind] : undefined}
            terms={row.kind === 'add' ? '' : query.terms}
            onChoose={(isNewTab) => choose(row, isNewTab)}
          />
        ))}
      </div>
      {!isSearching && rows.every(({ kind }) => kind === 'add') && (
        <StatePanel
          kind="noMatch"
          compact
          title={t`No results for “${query.terms}”`}
          text={t`Try a phone number or a last name.`}
        />
      )}
      <p className={classes.hint} aria-hidden>
        <Trans>↑↓ move · Enter open · Ctrl Enter new tab · Tab for actions · {'>'} actions · @ people · # groups</Trans>
      </p>
    </>
  )
}

/** The command palette: finds contacts, messages, groups and pages and runs actions, from anywhere, by keyboard. */
export function Palette({ isOpen, onClose, pages, actions }: PaletteProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t`Search and commands`}
      size={640}
      centered={false}
      // The body does not scroll, only its parts do: a scroll lock would only force a style recalculation of the page.
      lockScroll={false}
      // It responds to a key press: a fade would cost the first two frames.
      transitionProps={{ duration: 0 }}
      yOffset="12vh"
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Finder onClose={onClose} pages={pages} actions={actions} />
    </Dialog>
  )
}
