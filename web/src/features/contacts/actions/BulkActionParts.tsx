import type { ContactAction } from '@crewline/contract/contact-lists'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, NativeSelect, ScrollArea, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useGroupValues } from '../../groups/index.ts'
import { AttributeInput } from '../contact/AttributeInput.tsx'
import type { AttributeValue } from '../contact/attributes.ts'
import { useAttributes } from '../contact/useAttributes.ts'

export interface PartProps {
  /** Called with the action; undefined while the input is incomplete. */
  onAction: (act: ContactAction | undefined) => void
}

/** Selects the groups to add contacts to or remove them from. */
export function GroupChoice({ isAdding, onAction }: PartProps & { isAdding: boolean }) {
  const { t } = useLingui()
  const { data: groups = [] } = useGroupValues()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  // Only static groups, and dynamic groups through pins, accept manual changes.
  const open = groups.filter(({ type }) => type === 'static' || type === 'dynamic')
  const matchingGroups = open.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  function choose(ids: string[]): void {
    setChosen(ids)
    if (ids.length === 0) onAction(undefined)
    else onAction({ act: 'groups', add: isAdding ? ids : [], remove: isAdding ? [] : ids })
  }
  if (open.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No groups yet.</Trans>
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
          {matchingGroups.map(({ id, name, type, contactCount }) => (
            <Checkbox
              key={id}
              value={id}
              py={6}
              label={<bdi>{name}</bdi>}
              description={
                type === 'dynamic'
                  ? isAdding
                    ? t`Always included`
                    : t`Never included`
                  : plural(contactCount, { one: '# person', other: '# people' })
              }
            />
          ))}
        </Checkbox.Group>
      </ScrollArea.Autosize>
    </>
  )
}

// Unique fields and names are edited one contact at a time.
const oneByOne = new Set(['firstname', 'lastname', 'preferredName', 'phone', 'email', 'employeeId', 'birthday'])

/** Selects a field of many contacts and its new value. */
export function FieldChoice({ onAction, error }: PartProps & { error: string }) {
  const { t } = useLingui()
  const attributes = useAttributes().filter(
    ({ name, field }) => !oneByOne.has(name) && !field?.unique && !field?.managedBy,
  )
  const [name, setName] = useState(attributes[0]?.name ?? '')
  const [value, setValue] = useState<AttributeValue>(null)
  const attribute = attributes.find((item) => item.name === name)
  function write(field: string, next: AttributeValue): void {
    setName(field)
    setValue(next)
    onAction({ act: 'edit', field, value: next === '' ? null : next })
  }
  return (
    <>
      <NativeSelect
        label={t`Field`}
        data={attributes.map(({ name, label }) => ({ value: name, label }))}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setValue(null)
          onAction(undefined)
        }}
        mb="sm"
        data-autofocus
      />
      {attribute && (
        <AttributeInput
          suggests
          key={name}
          attribute={attribute}
          value={value}
          onChange={(next) => write(name, next)}
          {...(error && { error })}
        />
      )}
      {attribute && attribute.name !== 'language' && attribute.name !== 'work' && (
        <Button variant="subtle" color="gray" size="compact-sm" mt="xs" onClick={() => write(name, null)}>
          <Trans>Clear this field</Trans>
        </Button>
      )}
    </>
  )
}

/** Takes the text with which the contacts opted out. */
export function OptOutNote({ onAction }: PartProps) {
  const { t } = useLingui()
  return (
    <>
      <Text c="dimmed" mb="sm">
        <Trans>
          They won't get any more texts from you. Only they can opt back in, by texting START. What you write here is
          kept as evidence.
        </Trans>
      </Text>
      <TextInput
        label={t`What they said, and how`}
        description={t`Example: asked on paper on March 3`}
        maxLength={200}
        data-autofocus
        onChange={(event) => {
          const wording = event.currentTarget.value.trim()
          onAction(wording === '' ? undefined : { act: 'opt_out', wording })
        }}
      />
    </>
  )
}
