import type { ContactAct } from '@crewline/contract/roster'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, NativeSelect, ScrollArea, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useGroupValues } from '../groups/index.ts'
import { FactInput } from './FactInput.tsx'
import type { FactValue } from './facts.ts'
import { useFacts } from './useFacts.ts'

export interface PartProps {
  /** Told what is to be done; nothing while it is not all said. */
  onAct: (act: ContactAct | undefined) => void
}

/** Which groups people are put into or taken out of. */
export function GroupChoice({ isAdding, onAct }: PartProps & { isAdding: boolean }) {
  const { t, i18n } = useLingui()
  const { data: groups = [] } = useGroupValues()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  // Only hands and rules with pins take people in and out.
  const open = groups.filter(({ type }) => type === 'static' || type === 'dynamic')
  const found = open.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  function choose(ids: string[]): void {
    setChosen(ids)
    if (ids.length === 0) onAct(undefined)
    else onAct({ act: 'groups', add: isAdding ? ids : [], remove: isAdding ? [] : ids })
  }
  if (open.length === 0)
    return (
      <Text c="dimmed">
        <Trans>There are no groups yet.</Trans>
      </Text>
    )
  return (
    <>
      <TextInput
        label={t`Search groups`}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
        autoComplete="off"
      />
      <ScrollArea.Autosize mah={300} mt="xs">
        <Checkbox.Group value={chosen} onChange={choose} aria-label={t`Groups`}>
          {found.map(({ id, name, type, contactCount }) => (
            <Checkbox
              key={id}
              value={id}
              py={6}
              label={<bdi>{name}</bdi>}
              description={
                type === 'dynamic'
                  ? isAdding
                    ? t`Always in, whatever its rules say`
                    : t`Never in, whatever its rules say`
                  : t`${i18n.number(contactCount)} people`
              }
            />
          ))}
        </Checkbox.Group>
      </ScrollArea.Autosize>
    </>
  )
}

// What only one may have, or what makes a person, is changed one at a time.
const oneByOne = new Set(['firstname', 'lastname', 'preferredName', 'phone', 'email', 'employeeId', 'birthday'])

/** Which field many people get, and what it says. */
export function FieldChoice({ onAct, error }: PartProps & { error: string }) {
  const { t } = useLingui()
  const facts = useFacts().filter(({ name, field }) => !oneByOne.has(name) && !field?.unique && !field?.managedBy)
  const [name, setName] = useState(facts[0]?.name ?? '')
  const [value, setValue] = useState<FactValue>(null)
  const fact = facts.find((one) => one.name === name)
  function write(field: string, next: FactValue): void {
    setName(field)
    setValue(next)
    onAct({ act: 'edit', field, value: next === '' ? null : next })
  }
  return (
    <>
      <NativeSelect
        label={t`Field`}
        data={facts.map(({ name, label }) => ({ value: name, label }))}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setValue(null)
          onAct(undefined)
        }}
        mb="sm"
        data-autofocus
      />
      {fact && (
        <FactInput
          suggests
          key={name}
          fact={fact}
          value={value}
          onChange={(next) => write(name, next)}
          {...(error && { error })}
        />
      )}
      {fact && fact.name !== 'language' && fact.name !== 'work' && (
        <Button variant="subtle" color="gray" size="compact-sm" mt="xs" onClick={() => write(name, null)}>
          <Trans>Empty this field</Trans>
        </Button>
      )}
    </>
  )
}

/** What people said who want no more texts. */
export function OptOutWords({ onAct }: PartProps) {
  const { t } = useLingui()
  return (
    <>
      <Text c="dimmed" mb="sm">
        <Trans>
          They get no more texts from you. Only they can undo this, by texting START. What you write here is kept as
          evidence.
        </Trans>
      </Text>
      <TextInput
        label={t`What they said, and how`}
        description={t`For example: asked on paper on 3 March`}
        maxLength={200}
        data-autofocus
        onChange={(event) => {
          const words = event.currentTarget.value.trim()
          onAct(words === '' ? undefined : { act: 'opt_out', words })
        }}
      />
    </>
  )
}
