import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCan } from '../../../shared/lib/session/select.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { intoView } from '../../../shared/ui/overlay/into-view.ts'
import { useFindContactsQuery } from '../api.ts'
import classes from './FindContact.module.css'

export interface FindContactProps {
  isOpen: boolean
  onClose: () => void
}

const debounceMs = 120

/** Links members who may add contacts to the form for a new one, so that a search without results is not a dead end. */
function AddContact({ onFollow }: { onFollow: () => void }) {
  if (!useCan('contacts.edit')) return null
  return (
    <Button component={Link} to="/dashboard/contacts?add=1" variant="default" onClick={onFollow}>
      <Trans>Add contact</Trans>
    </Button>
  )
}

function Finder({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const listId = useId()
  const canText = useCan('inbox.read')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), debounceMs)
  const { currentData, data, isError, refetch } = useFindContactsQuery(search)
  const contacts = currentData ?? data ?? []
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, Math.max(0, contacts.length - 1))

  function open(id: string): void {
    onClose()
    void navigate(canText ? `/dashboard/inbox?conversation=${id}` : `/dashboard/contacts/${id}`)
  }
  function move(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const next = Math.min(contacts.length - 1, Math.max(0, at + step))
      setChosen(next)
    }
    const contact = contacts[at]
    if (event.key === 'Enter' && contact && search === typed.trim()) open(contact.id)
  }

  return (
    <>
      <TextInput
        className={classes.field ?? ''}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={contacts.length > 0 ? `${listId}-${at}` : undefined}
        aria-label={t`Name or number`}
        placeholder={t`Name or number`}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={move}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <div className={classes.list} id={listId} role="listbox" aria-label={t`People`}>
        {contacts.map((contact, index) => (
          <UnstyledButton
            key={contact.id}
            id={`${listId}-${index}`}
            ref={index === at ? intoView : undefined}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            className={classes.person}
            onClick={() => open(contact.id)}
          >
            <NameChip
              name={fullName(contact)}
              tintKey={contact.id}
              detail={contact.phoneDisplay ? <bdi dir="ltr">{contact.phoneDisplay}</bdi> : t`No mobile`}
            />
            <span className={classes.groups}>{contact.groups.map(({ name }) => name).join(', ')}</span>
          </UnstyledButton>
        ))}
      </div>
      {isError && <StatePanel kind="error" compact onRetry={() => void refetch()} />}
      {currentData?.length === 0 && search !== '' && (
        <StatePanel
          kind="noMatch"
          compact
          title={t`No matches for “${search}”`}
          text={t`Try a phone number or a last name.`}
          action={<AddContact onFollow={onClose} />}
        />
      )}
      {currentData?.length === 0 && search === '' && (
        <StatePanel
          kind="firstUse"
          compact
          title={t`No contacts yet`}
          text={t`Add a contact first.`}
          action={<AddContact onFollow={onClose} />}
        />
      )}
      {contacts.length > 0 && (
        <p className={classes.hint} aria-hidden>
          <Trans>↑↓ to move, Enter to open</Trans>
        </p>
      )}
    </>
  )
}

/** Finds a contact by name or by number in any format and opens the conversation, including one without messages. */
export function FindContact({ isOpen, onClose }: FindContactProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t`Find a contact`}
      size={560}
      centered={false}
      yOffset="12vh"
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Finder onClose={onClose} />
    </Dialog>
  )
}
