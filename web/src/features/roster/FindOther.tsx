import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { PersonChip } from '../../shared/ui/PersonChip.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { useDuplicatePairsQuery, usePeopleQuery } from './api.ts'
import classes from './Roster.module.css'
import { useFocusAtFirst } from './useFocusAtFirst.ts'

export interface FindOtherProps {
  contact: Contact
  onChoose: (id: string) => void
}

const debounceMs = 150

/** Asks which contact is the same person: first those that look alike, then whoever is searched for. */
export function FindOther({ contact, onChoose }: FindOtherProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const input = useFocusAtFirst<HTMLInputElement>()
  const [search] = useDebouncedValue(typed.trim(), debounceMs)
  const alike = useDuplicatePairsQuery(contact.id)
  const found = usePeopleQuery(search, { skip: search === '' })
  const likely = (alike.data ?? []).flatMap(({ contacts }) => contacts.filter(({ id }) => id !== contact.id))
  const people = search === '' ? likely : (found.data ?? []).filter(({ id }) => id !== contact.id)
  const name = fullName(contact)
  return (
    <Stack gap="sm">
      <Text c="dimmed">
        <Trans>Choose the contact that is the same person as {name}.</Trans>
      </Text>
      <TextInput
        ref={input}
        data-autofocus
        aria-label={t`Name or number`}
        placeholder={t`Name or number`}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <ul className={classes.found}>
        {people.map((person) => (
          <li key={person.id}>
            <UnstyledButton className={classes.person} onClick={() => onChoose(person.id)}>
              <PersonChip
                name={fullName(person)}
                tintKey={person.id}
                detail={person.phoneDisplay ? <bdi dir="ltr">{person.phoneDisplay}</bdi> : t`No mobile`}
              />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {found.isError && <StatePanel kind="error" compact onRetry={() => void found.refetch()} />}
      {search !== '' && found.currentData?.length === 0 && (
        <StatePanel
          kind="noMatch"
          compact
          title={t`No match for “${search}”`}
          text={t`Try a phone number or a last name.`}
        />
      )}
    </Stack>
  )
}
