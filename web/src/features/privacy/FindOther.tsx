import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { NameChip } from '../../shared/ui/text/NameChip.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useDuplicatePairsQuery, usePeopleQuery } from './api.ts'
import classes from './Privacy.module.css'
import { useFocusAtFirst } from './useFocusAtFirst.ts'

export interface FindDuplicateProps {
  contact: Contact
  onChoose: (id: string) => void
}

const debounceMs = 150

/** Asks for the duplicate of a contact: similar contacts first, then a search. */
export function FindDuplicate({ contact, onChoose }: FindDuplicateProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const input = useFocusAtFirst<HTMLInputElement>()
  const [search] = useDebouncedValue(typed.trim(), debounceMs)
  const duplicates = useDuplicatePairsQuery(contact.id)
  const results = usePeopleQuery(search, { skip: search === '' })
  const likely = (duplicates.data ?? []).flatMap(({ contacts }) => contacts.filter(({ id }) => id !== contact.id))
  // Until the first results arrive, the similar contacts stay: a list that empties meanwhile would drop the focus of a
  // keyboard user who is already in it.
  const candidates = search === '' ? likely : (results.data?.filter(({ id }) => id !== contact.id) ?? likely)
  const name = fullName(contact)
  return (
    <Stack gap="sm">
      <Text c="dimmed">
        <Trans>Choose the contact to merge with {name}.</Trans>
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
        {candidates.map((candidate) => (
          <li key={candidate.id}>
            <UnstyledButton className={classes.person} onClick={() => onChoose(candidate.id)}>
              <NameChip
                name={fullName(candidate)}
                tintKey={candidate.id}
                detail={candidate.phoneDisplay ? <bdi dir="ltr">{candidate.phoneDisplay}</bdi> : t`No mobile`}
              />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {results.isError && <StatePanel kind="error" compact onRetry={() => void results.refetch()} />}
      {search !== '' && results.currentData?.length === 0 && (
        <StatePanel
          kind="noMatch"
          compact
          title={t`No matches for “${search}”`}
          text={t`Try a phone number or a last name.`}
        />
      )}
    </Stack>
  )
}
