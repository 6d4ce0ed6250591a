import type { ContactDraft } from '@crewline/contract/contacts'
import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Collapse } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { isRefusal, type Refusal } from '../../../shared/api/send.ts'
import { FormSummary } from '../../../shared/ui/form/FormSummary.tsx'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { useUnsaved, type Unsaved } from '../../../shared/ui/form/useUnsaved.ts'
import { useCrewLanguages } from '../../organizations/index.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import type { Start } from './add-url.ts'
import classes from '../Contacts.module.css'
import { AttributeInput } from './AttributeInput.tsx'
import { changeOf, type Attribute, type AttributeValue } from './attributes.ts'
import { PhoneTaken } from './PhoneTaken.tsx'
import { useAttributes } from './useAttributes.ts'

export interface ContactFormProps {
  /** Values that are known already. */
  start: Start
  /** Resolves to the error of the call, or to nothing when it worked. What leaves the form then goes through `done`. */
  onSubmit: (draft: Partial<ContactDraft> & { firstname: string }, done: Unsaved['done']) => Promise<unknown>
  onCancel: () => void
}

// Always shown; the other fields are behind a button.
const first = ['firstname', 'lastname', 'phone', 'language', 'jobTitle', 'location']

type Values = Record<string, AttributeValue>

/** Builds the draft from the form values without empty fields. */
function draftOf(values: Values, isShared: boolean): Partial<ContactDraft> & { firstname: string } {
  const draft: Record<string, unknown> = { firstname: String(values['firstname'] ?? '').trim() }
  const customFields: Record<string, AttributeValue> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') continue
    if (name.startsWith(CUSTOM_PREFIX)) customFields[name.slice(CUSTOM_PREFIX.length)] = value
    else Object.assign(draft, changeOf(name, value))
  }
  return {
    ...(draft as { firstname: string }),
    ...(isShared && { sharesPhone: true }),
    ...(Object.keys(customFields).length > 0 && { customFields }),
  }
}

/** The form of a new contact; a rejected value shows next to its field, and a number in use names its owner. */
export function ContactForm({ start, onSubmit, onCancel }: ContactFormProps) {
  const { t } = useLingui()
  const attributes = useAttributes()
  const describeError = useErrorText()
  const { usual } = useCrewLanguages()
  const [values, setValues] = useState<Values>({ work: 'active', ...start })
  const unsaved = useUnsaved(values)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  const [owner, setOwner] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const [opened, setOpened] = useState<boolean>()
  const isFirst = ({ name, field }: Attribute) => first.includes(name) || (field?.required ?? false)

  function refuse(refusal: Refusal): void {
    const { phoneOwnerId, ...messages } = refusal.fieldErrors ?? {}
    setOwner(phoneOwnerId)
    if (refusal.status === 0) setProblem(t`Couldn't reach Crewline. What you entered is still here. Try again.`)
    else if (refusal.code === 'phone_taken' || refusal.code === 'phone_invalid')
      setErrors({ phone: messages['phone'] ?? refusal.message })
    else if (Object.keys(messages).length > 0) setErrors(messages)
    else setProblem(describeError(refusal))
    setOpened((now) => now || undefined)
    setAttempt((count) => count + 1)
  }
  async function send(isShared: boolean): Promise<void> {
    if (isSending) return
    if (showsAll) setOpened(true)
    setErrors({})
    setProblem('')
    setOwner(undefined)
    if (String(values['firstname'] ?? '').trim() === '') {
      setErrors({ firstname: t`Enter a first name.` })
      setAttempt((count) => count + 1)
      return
    }
    setSending(true)
    const error = await onSubmit(draftOf(values, isShared), unsaved.done)
    setSending(false)
    if (isRefusal(error)) refuse(error)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    void send(false)
  }
  const input = (attribute: Attribute) => {
    const error = errors[attribute.name]
    return (
      <AttributeInput
        attribute={attribute}
        value={values[attribute.name] ?? (attribute.kind === 'language' ? usual : null)}
        onChange={(value) => {
          setValues((now) => ({ ...now, [attribute.name]: value }))
          if (attribute.name === 'phone') setOwner(undefined)
        }}
        isFirst={attribute.name === 'firstname'}
        {...(error !== undefined && { error })}
      />
    )
  }
  const rows = (list: Attribute[]) =>
    list.map((attribute) => (
      <div
        key={attribute.name}
        data-half={attribute.name === 'firstname' || attribute.name === 'lastname' || undefined}
      >
        {input(attribute)}
        {attribute.name === 'phone' && owner && <PhoneTaken ownerId={owner} onShare={() => void send(true)} />}
      </div>
    ))
  // Fields may load after a refusal that names one of them.
  const isNamed = attributes.some(({ name }) => name in errors)
  const showsAll = opened ?? attributes.some((attribute) => attribute.name in errors && !isFirst(attribute))
  const byFirst = attributes
    .filter(isFirst)
    .toSorted((a, b) => (first.indexOf(a.name) + 1 || 99) - (first.indexOf(b.name) + 1 || 99))
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormSummary
        errors={isNamed ? Object.entries(errors).map(([field, message]) => ({ field, message })) : []}
        problem={problem || (isNamed ? '' : (Object.values(errors)[0] ?? ''))}
        attempt={attempt}
      />
      <div className={classes.fields}>{rows(byFirst)}</div>
      <Button variant="subtle" color="gray" onClick={() => setOpened(!showsAll)} aria-expanded={showsAll}>
        {showsAll ? <Trans>Fewer fields</Trans> : <Trans>More fields</Trans>}
      </Button>
      <Collapse expanded={showsAll}>
        <div className={classes.fields}>{rows(attributes.filter((attribute) => !isFirst(attribute)))}</div>
      </Collapse>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => unsaved.leave(onCancel)}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isSending}>{t`Add contact`}</SubmitButton>
      </div>
      {unsaved.question}
    </form>
  )
}
