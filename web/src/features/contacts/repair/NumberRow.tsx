import type { ContactSummary } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { fullName } from '../../../shared/lib/session/state.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useChangeContactMutation } from '../api.ts'
import { ContactLink } from './ContactLink.tsx'
import classes from './Repair.module.css'

/** A contact whose number does not work or is missing: enter the new one, or archive the contact. */
export function NumberRow({ contact }: { contact: ContactSummary }) {
  const { t } = useLingui()
  const describeError = useErrorText()
  const [change, { isLoading }] = useChangeContactMutation()
  const [phone, setPhone] = useState('')
  const [refusal, setRefusal] = useState('')
  const { id } = contact
  const name = fullName(contact)

  async function handleSubmit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (phone.trim() === '') return setRefusal(t`Enter the new number.`)
    const { error } = await change({ id, change: { phone } })
    if (error) return setRefusal(describeError(error))
    announce(t`Number of ${name} updated.`)
  }
  async function handleArchive(): Promise<void> {
    const { error } = await change({ id, change: { archived: true } })
    if (error) return setRefusal(describeError(error))
    toast.undo({ message: t`Archived.`, onUndo: () => void change({ id, change: { archived: false } }) })
  }
  return (
    <li className={classes.row}>
      <ContactLink contact={contact} />
      <form className={classes.fix} onSubmit={(event) => void handleSubmit(event)}>
        <TextInput
          size="xs"
          type="tel"
          autoComplete="off"
          aria-label={t`New mobile number of ${name}`}
          placeholder={t`New mobile number`}
          maxLength={40}
          value={phone}
          error={refusal || undefined}
          onChange={(event) => {
            setPhone(event.currentTarget.value)
            setRefusal('')
          }}
        />
        <Button type="submit" size="xs" variant="default" loading={isLoading}>
          <Trans>Save</Trans>
        </Button>
        <Button size="xs" variant="default" aria-label={t`Archive ${name}`} onClick={() => void handleArchive()}>
          <Trans>Archive</Trans>
        </Button>
      </form>
    </li>
  )
}
