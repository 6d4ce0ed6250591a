import { REQUEST_NAME_MAX } from '@crewline/contract/record-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { useUnsaved } from '../../../shared/ui/form/useUnsaved.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { PersonSelect } from '../../broadcasts/index.ts'
import { useLogSubjectRequestMutation } from '../api.ts'
import classes from '../Records.module.css'

type Problems = Partial<Record<'contactId' | 'askedBy' | 'askedOn' | 'form', string>>

/** Returns today in the time zone of this device, as YYYY-MM-DD. */
function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** Logs a request about data; `contactId` is the person it is about. */
export function RequestForm({ contactId, onClose }: { contactId?: string; onClose: () => void }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [log, { isLoading }] = useLogSubjectRequestMutation()
  const [people, setPeople] = useState<string[]>(contactId ? [contactId] : [])
  const [kind, setKind] = useState<'access' | 'erasure'>('access')
  const [askedBy, setAskedBy] = useState('')
  const [askedOn, setAskedOn] = useState(today)
  const [days, setDays] = useState<'30' | '45'>('30')
  const [problems, setProblems] = useState<Problems>({})
  const unsaved = useUnsaved({ people, kind, askedBy, askedOn, days })

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const [person] = people
    const found: Problems = {
      ...((person === undefined || people.length > 1) && { contactId: t`Choose one person.` }),
      ...(askedBy.trim() === '' && { askedBy: t`Enter who asked, and how.` }),
      ...(askedOn === '' && { askedOn: t`Enter the day.` }),
    }
    setProblems(found)
    if (person === undefined || Object.keys(found).length > 0) return
    const { error } = await log({ contactId: person, kind, askedBy, askedOn, days: days === '45' ? 45 : 30 })
    if (!error) return unsaved.done(onClose)
    const fields = isRefusal(error) ? error.fieldErrors : undefined
    setProblems(fields ?? { form: messageFor(error) })
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <PersonSelect label={t`Person`} chosen={people} onChoose={setPeople} />
        <Problem text={problems.contactId} />
      </div>
      <Radio.Group
        label={t`What they ask for`}
        value={kind}
        onChange={(value) => setKind(value === 'erasure' ? 'erasure' : 'access')}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="access" label={t`A copy of their data`} />
          <Radio value="erasure" label={t`To be erased`} />
        </Stack>
      </Radio.Group>
      <TextInput
        label={t`Who asked, and how`}
        placeholder={t`By email, herself`}
        value={askedBy}
        onChange={(event) => setAskedBy(event.currentTarget.value)}
        maxLength={REQUEST_NAME_MAX}
        error={problems.askedBy}
        dir="auto"
      />
      <TextInput
        type="date"
        label={t`Asked on`}
        value={askedOn}
        onChange={(event) => setAskedOn(event.currentTarget.value)}
        error={problems.askedOn}
      />
      <Radio.Group label={t`Answer due`} value={days} onChange={(value) => setDays(value === '45' ? '45' : '30')}>
        <Stack gap="xs" mt={4}>
          <Radio value="30" label={t`After 30 days`} />
          <Radio value="45" label={t`After 45 days`} />
        </Stack>
      </Radio.Group>
      <Problem text={problems.form} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => unsaved.leave(onClose)}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isLoading}>
          <Trans>Log request</Trans>
        </SubmitButton>
      </div>
      {unsaved.question}
    </form>
  )
}

function Problem({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p className={classes.problem} role="alert">
      {text}
    </p>
  )
}
