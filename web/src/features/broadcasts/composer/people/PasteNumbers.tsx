import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../../../../shared/api/from-contract.ts'
import { useCan } from '../../../../shared/lib/session/select.ts'
import { Dialog } from '../../../../shared/ui/overlay/Dialog.tsx'
import { useErrorText } from '../../../../shared/ui/text/useErrorText.ts'
import { useAddNumbersMutation, useMatchNumbersMutation } from '../../api.ts'
import classes from './People.module.css'
import fields from '../Fields.module.css'

export interface PasteNumbersProps {
  onAdd: (contactIds: string[]) => void
  onClose: () => void
}

/** The most numbers that one request adds as contacts. */
const addAtOnce = 1000
const textMax = 200_000

/** Finds the contacts of pasted numbers; numbers without a contact can be added as contacts. */
export function PasteNumbers({ onAdd, onClose }: PasteNumbersProps) {
  const { t } = useLingui()
  const describeError = useErrorText()
  const mayAdd = useCan('contacts.edit')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [match, matching] = useMatchNumbersMutation()
  const [addNumbers, adding] = useAddNumbersMutation()
  const found = matching.data

  async function find(): Promise<void> {
    const { error } = await match(text)
    setProblem(error ? describeError(error) : '')
  }
  async function addAll(unknown: string[]): Promise<void> {
    const ids = found?.contacts.map(({ id }) => id) ?? []
    for (let at = 0; at < unknown.length; at += addAtOnce) {
      const { data, error } = await addNumbers(unknown.slice(at, at + addAtOnce))
      if (!data) return setProblem(describeError(error))
      ids.push(...data.contacts.map(({ id }) => id))
    }
    onAdd(ids)
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={t`Paste numbers`} size={520} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack gap="md">
        <Textarea
          label={t`Phone numbers`}
          description={t`In any format, one per line or separated by commas. A column copied from a spreadsheet works too.`}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            matching.reset()
          }}
          error={problem}
          maxLength={textMax}
          autosize
          minRows={5}
          maxRows={12}
          dir="ltr"
          data-autofocus
        />
        {found && <Found found={found} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {!found && (
            <Button onClick={() => void find()} loading={matching.isLoading} disabled={text.trim() === ''}>
              <Trans>Find people</Trans>
            </Button>
          )}
          {found && found.unknown.length > 0 && mayAdd && (
            <Button
              variant={found.contacts.length > 0 ? 'default' : 'filled'}
              loading={adding.isLoading}
              onClick={() => void addAll(found.unknown)}
            >
              {plural(found.unknown.length, { one: 'Add # as a contact too', other: 'Add # as contacts too' })}
            </Button>
          )}
          {found && found.contacts.length > 0 && (
            <Button disabled={adding.isLoading} onClick={() => void addAll([])}>
              <Plural value={found.contacts.length} one="Choose # person" other="Choose # people" />
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

function Found({ found }: { found: Reply<'matchNumbers'> }) {
  const { contacts, unknown, invalid, duplicates } = found
  return (
    <ul className={classes.found} role="status">
      <li>
        <Plural value={contacts.length} one="# person found" other="# people found" />
      </li>
      {unknown.length > 0 && (
        <li>
          <Plural value={unknown.length} one="# number has no contact" other="# numbers have no contact" />
        </li>
      )}
      {invalid.length > 0 && (
        <li className={fields.warning}>
          <Plural value={invalid.length} one="# entry is not a number:" other="# entries are not numbers:" />{' '}
          <bdi>{invalid.slice(0, 5).join(', ')}</bdi>
          {invalid.length > 5 && '…'}
        </li>
      )}
      {duplicates > 0 && (
        <li className={fields.quiet}>
          <Plural value={duplicates} one="# number was listed twice" other="# numbers were listed twice" />
        </li>
      )}
    </ul>
  )
}
