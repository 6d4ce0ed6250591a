import { HOLD_NAME_MAX, HOLD_REASON_MAX } from '@crewline/contract/legal-hold-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { useUnsaved } from '../../../shared/ui/form/useUnsaved.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { GroupSelect, PersonSelect } from '../../broadcasts/index.ts'
import { useGroupValues } from '../../groups/index.ts'
import { usePlaceHoldMutation, type LegalHold } from '../api.ts'
import classes from '../Records.module.css'

type Problems = Partial<Record<'name' | 'reason' | 'contactIds' | 'groupIds' | 'to' | 'form', string>>

/** Places a legal hold; `contactId` is the contact it starts with. */
export function HoldForm({ contactId, onClose }: { contactId?: string; onClose: () => void }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { data: groups } = useGroupValues()
  const [place, { isLoading }] = usePlaceHoldMutation()
  const [name, setName] = useState('')
  const [reason, setReason] = useState('')
  const [covers, setCovers] = useState<LegalHold['covers']>('contacts')
  const [contactIds, setContactIds] = useState<string[]>(contactId ? [contactId] : [])
  const [groupIds, setGroupIds] = useState<string[]>([])
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const unsaved = useUnsaved({ name, reason, covers, contactIds, groupIds, from, to })

  function findProblems(): Problems {
    return {
      ...(name.trim() === '' && { name: t`Enter a name.` }),
      ...(reason.trim() === '' && { reason: t`Enter a reason.` }),
      ...(covers === 'contacts' && contactIds.length === 0 && { contactIds: t`Choose at least one person.` }),
      ...(covers === 'groups' && groupIds.length === 0 && { groupIds: t`Choose at least one group.` }),
      ...(from && to && from > to && { to: t`The end can't be before the start.` }),
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const found = findProblems()
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const { error } = await place({ name, reason, covers, contactIds, groupIds, from: from || null, to: to || null })
    if (!error) return unsaved.done(onClose)
    const fields = isRefusal(error) ? error.fieldErrors : undefined
    setProblems(fields ?? { form: messageFor(error) })
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t`Name`}
        placeholder={t`Smith v. Acme`}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={HOLD_NAME_MAX}
        error={problems.name}
        dir="auto"
        data-autofocus
      />
      <Textarea
        label={t`Reason`}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={HOLD_REASON_MAX}
        error={problems.reason}
        autosize
        minRows={2}
        dir="auto"
      />
      <Radio.Group label={t`What it covers`} value={covers} onChange={setCovers}>
        <Stack gap="xs" mt={4}>
          <Radio value="contacts" label={t`Some people`} />
          <Radio value="groups" label={t`Some groups`} description={t`Also people who leave them later.`} />
          <Radio value="everyone" label={t`Everyone`} />
        </Stack>
      </Radio.Group>
      {covers === 'contacts' && (
        <div>
          <PersonSelect label={t`People`} chosen={contactIds} onChoose={setContactIds} />
          <Problem text={problems.contactIds} />
        </div>
      )}
      {covers === 'groups' && (
        <div>
          <GroupSelect label={t`Groups`} groups={groups} chosen={groupIds} onChoose={setGroupIds} />
          <Problem text={problems.groupIds} />
        </div>
      )}
      <div className={classes.pair}>
        <TextInput
          type="date"
          label={t`From (optional)`}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t`To (optional)`}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          error={problems.to}
        />
      </div>
      <Problem text={problems.form} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => unsaved.leave(onClose)}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isLoading}>
          <Trans>Place hold</Trans>
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
