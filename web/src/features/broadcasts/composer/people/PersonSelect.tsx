import { formatNumber } from '@crewline/contract/formats'
import { Plural, useLingui } from '@lingui/react/macro'
import { Autocomplete, Button, Pill } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { fullName } from '../../../../shared/lib/session/state.ts'
import { useContactQuery, useFindContactsQuery } from '../../../contacts/index.ts'
import classes from './People.module.css'
import fields from '../Fields.module.css'

export interface PersonSelectProps {
  label: string
  chosen: string[]
  onChoose: (ids: string[]) => void
}

const debounceMs = 120
/** More people than this are shown as a number. */
const shownMax = 12

/** Finds people by name or number and chooses them one by one. */
export function PersonSelect({ label, chosen, onChoose }: PersonSelectProps) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState('')
  // A choice also changes the text of the field to the name, which would be searched for.
  const isChoosing = useRef(false)
  const [search] = useDebouncedValue(typed.trim(), debounceMs)
  const { currentData } = useFindContactsQuery(search, { skip: search === '' })
  const people = (currentData ?? []).filter(({ id }) => !chosen.includes(id))
  const phones = new Map(people.map(({ id, phoneDisplay }) => [id, phoneDisplay ?? t`No mobile`]))
  const count = formatNumber(chosen.length - shownMax, i18n.locale)
  return (
    <div>
      <Autocomplete
        label={label}
        placeholder={t`Name or number`}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(text) => {
          if (!isChoosing.current) setTyped(text)
          isChoosing.current = false
        }}
        data={people.map((person) => ({
          value: person.id,
          label: fullName(person) || (person.phoneDisplay ?? person.id),
        }))}
        filter={({ options }) => options}
        renderOption={({ option }) => (
          <span className={fields.option}>
            <bdi>{'label' in option ? String(option.label) : option.value}</bdi>
            <bdi dir="ltr" className={fields.optionCount}>
              {phones.get(option.value)}
            </bdi>
          </span>
        )}
        onOptionSubmit={(id) => {
          isChoosing.current = true
          onChoose([...chosen, id])
          setTyped('')
        }}
        selectFirstOptionOnChange
        autoComplete="off"
      />
      {chosen.length > 0 && (
        <ul className={classes.pills} aria-label={t`Chosen people`}>
          {chosen.slice(0, shownMax).map((id) => (
            <PersonPill key={id} id={id} onRemove={() => onChoose(chosen.filter((other) => other !== id))} />
          ))}
          {chosen.length > shownMax && <li className={fields.quiet}>{t`and ${count} more`}</li>}
          {chosen.length > 1 && (
            <li>
              <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChoose([])}>
                <Plural value={chosen.length} one="Remove # person" other="Remove all # people" />
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

function PersonPill({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { t } = useLingui()
  const { data, isError } = useContactQuery(id)
  const name = data ? fullName(data) || (data.phoneDisplay ?? t`No name`) : isError ? t`Unknown person` : '…'
  return (
    <li>
      <Pill withRemoveButton onRemove={onRemove} removeButtonProps={{ 'aria-label': t`Remove ${name}`, tabIndex: 0 }}>
        <bdi>{name}</bdi>
      </Pill>
    </li>
  )
}
