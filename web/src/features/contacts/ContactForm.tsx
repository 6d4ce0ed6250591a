import type { ContactDraft } from '@crewline/contract/contacts'
import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Collapse } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { isRefusal, type Refusal } from '../../shared/api/send.ts'
import { FormSummary } from '../../shared/ui/FormSummary.tsx'
import { SubmitButton } from '../../shared/ui/SubmitButton.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import type { Start } from './add-url.ts'
import classes from './Contacts.module.css'
import { FactInput } from './FactInput.tsx'
import { changeOf, type Fact, type FactValue } from './facts.ts'
import { PhoneTaken } from './PhoneTaken.tsx'
import { useFacts } from './useFacts.ts'

export interface ContactFormProps {
  /** What is known already. */
  start: Start
  /** Resolves to the error of the call, or to nothing when it worked. */
  onSubmit: (draft: Partial<ContactDraft> & { firstname: string }) => Promise<unknown>
  onCancel: () => void
}

// What is asked of everybody; the rest waits behind a button.
const first = ['firstname', 'lastname', 'phone', 'language', 'jobTitle', 'location']

type Values = Record<string, FactValue>

/** The draft that these values make; what is empty is left out. */
function draftOf(values: Values, isShared: boolean): Partial<ContactDraft> & { firstname: string } {
  const draft: Record<string, unknown> = { firstname: String(values['firstname'] ?? '').trim() }
  const customFields: Record<string, FactValue> = {}
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

/** The fields of a new worker; what the server refuses shows next to its field, and a number in use names its owner. */
export function ContactForm({ start, onSubmit, onCancel }: ContactFormProps) {
  const { t } = useLingui()
  const facts = useFacts()
  const wordsFor = useRefusalWords()
  const [values, setValues] = useState<Values>({ language: 'en', work: 'active', ...start })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  const [owner, setOwner] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [isSending, setSending] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const isFirst = ({ name, field }: Fact) => first.includes(name) || (field?.required ?? false)

  function refuse(refusal: Refusal): void {
    const { phoneOwnerId, ...said } = refusal.fieldErrors ?? {}
    setOwner(phoneOwnerId)
    if (refusal.status === 0) setProblem(t`We could not reach Crewline. What you wrote is still here. Try again.`)
    else if (refusal.code === 'phone_taken' || refusal.code === 'phone_invalid')
      setErrors({ phone: said['phone'] ?? refusal.message })
    else if (Object.keys(said).some((name) => facts.some((fact) => fact.name === name))) setErrors(said)
    else setProblem(Object.values(said)[0] ?? wordsFor(refusal))
    if (Object.keys(said).some((name) => facts.some((fact) => fact.name === name && !isFirst(fact)))) setShowsAll(true)
    setAttempt((count) => count + 1)
  }
  async function send(isShared: boolean): Promise<void> {
    if (isSending) return
    setErrors({})
    setProblem('')
    setOwner(undefined)
    if (String(values['firstname'] ?? '').trim() === '') {
      setErrors({ firstname: t`Enter a first name.` })
      setAttempt((count) => count + 1)
      return
    }
    setSending(true)
    const error = await onSubmit(draftOf(values, isShared))
    setSending(false)
    if (isRefusal(error)) refuse(error)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    void send(false)
  }
  const input = (fact: Fact) => {
    const error = errors[fact.name]
    return (
      <FactInput
        fact={fact}
        value={values[fact.name] ?? null}
        onChange={(value) => {
          setValues((now) => ({ ...now, [fact.name]: value }))
          if (fact.name === 'phone') setOwner(undefined)
        }}
        isFirst={fact.name === 'firstname'}
        {...(error !== undefined && { error })}
      />
    )
  }
  const rows = (some: Fact[]) =>
    some.map((fact) => (
      <div key={fact.name} data-half={fact.name === 'firstname' || fact.name === 'lastname' || undefined}>
        {input(fact)}
        {fact.name === 'phone' && owner && <PhoneTaken ownerId={owner} onShare={() => void send(true)} />}
      </div>
    ))
  const byFirst = facts
    .filter(isFirst)
    .toSorted((a, b) => (first.indexOf(a.name) + 1 || 99) - (first.indexOf(b.name) + 1 || 99))
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormSummary
        errors={Object.entries(errors).map(([field, message]) => ({ field, message }))}
        problem={problem}
        attempt={attempt}
      />
      <div className={classes.fields}>{rows(byFirst)}</div>
      <Button variant="subtle" color="gray" onClick={() => setShowsAll(!showsAll)} aria-expanded={showsAll}>
        {showsAll ? <Trans>Fewer fields</Trans> : <Trans>More fields</Trans>}
      </Button>
      <Collapse expanded={showsAll}>
        <div className={classes.fields}>{rows(facts.filter((fact) => !isFirst(fact)))}</div>
      </Collapse>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isSending}>{t`Add contact`}</SubmitButton>
      </div>
    </form>
  )
}
