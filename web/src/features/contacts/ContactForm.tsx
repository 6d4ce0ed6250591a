import type { Contact } from '@crewline/contract/contacts'
import { NAME_MAX } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { isRefusal, type Refusal } from '../../shared/api/send.ts'
import { FormSummary } from '../../shared/ui/FormSummary.tsx'
import { SubmitButton } from '../../shared/ui/SubmitButton.tsx'
import { useApiForm } from '../../shared/ui/useApiForm.ts'
import classes from './Contacts.module.css'
import { languageName, workerLanguages } from './languages.ts'

/** What people write about a worker. */
export interface ContactValues extends Record<string, unknown> {
  firstname: string
  lastname: string
  phone: string
  language: string
  jobTitle: string
  location: string
}

export interface ContactFormProps {
  /** The worker to change; empty for a new one. */
  contact?: Contact
  submitLabel: string
  /** Resolves to the error of the call, or to nothing when it worked. */
  onSubmit: (values: ContactValues) => Promise<unknown>
  onCancel: () => void
}

/** The fields of a worker; what the server refuses shows next to its field, and a number in use names its owner. */
export function ContactForm({ contact, submitLabel, onSubmit, onCancel }: ContactFormProps) {
  const { t, i18n } = useLingui()
  // Who has the number already, by id.
  const [owner, setOwner] = useState<string>()

  function wordsFor(refusal: Refusal) {
    if (refusal.status === 0)
      return { message: t`We could not reach Crewline. What you wrote is still here. Try again.` }
    if (refusal.code === 'phone_taken') {
      setOwner(refusal.fieldErrors?.['phoneOwnerId'])
      return { fieldErrors: { phone: refusal.fieldErrors?.['phone'] ?? t`This number belongs to someone else.` } }
    }
    if (refusal.code === 'phone_invalid')
      return { fieldErrors: { phone: refusal.fieldErrors?.['phone'] ?? refusal.message } }
    return refusal
  }

  const {
    form,
    isSending,
    onSubmit: submit,
    summary,
  } = useApiForm<ContactValues>(
    {
      initialValues: {
        firstname: contact?.firstname ?? '',
        lastname: contact?.lastname ?? '',
        phone: contact?.phoneDisplay ?? '',
        language: contact?.language ?? 'en',
        jobTitle: contact?.jobTitle ?? '',
        location: contact?.location ?? '',
      },
      validate: { firstname: (value) => (value.trim() === '' ? t`Enter a first name.` : null) },
    },
    async (values) => {
      setOwner(undefined)
      const error = await onSubmit(values)
      return isRefusal(error) ? wordsFor(error) : undefined
    },
  )
  const languages = [...new Set([...workerLanguages, contact?.language ?? 'en'])]
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormSummary {...summary} />
      <div className={classes.pair}>
        <TextInput
          key={form.key('firstname')}
          {...form.getInputProps('firstname')}
          name="firstname"
          label={t`First name`}
          maxLength={NAME_MAX}
          autoComplete="off"
          required
          withAsterisk={false}
          data-autofocus
        />
        <TextInput
          key={form.key('lastname')}
          {...form.getInputProps('lastname')}
          name="lastname"
          label={t`Last name`}
          maxLength={NAME_MAX}
          autoComplete="off"
        />
      </div>
      <TextInput
        key={form.key('phone')}
        {...form.getInputProps('phone')}
        name="phone"
        type="tel"
        label={t`Mobile`}
        description={t`In any format, like (555) 010-2233`}
        maxLength={40}
        autoComplete="off"
      />
      {owner && (
        <p className={classes.taken}>
          <Link to={`/dashboard/contacts/${owner}`}>
            <Trans>Open the contact who has this number</Trans>
          </Link>
        </p>
      )}
      <NativeSelect
        key={form.key('language')}
        {...form.getInputProps('language')}
        name="language"
        label={t`Language`}
        data={languages.map((value) => ({ value, label: languageName(value, i18n.locale) }))}
      />
      <TextInput
        key={form.key('jobTitle')}
        {...form.getInputProps('jobTitle')}
        name="jobTitle"
        label={t`Job`}
        maxLength={80}
        autoComplete="off"
      />
      <TextInput
        key={form.key('location')}
        {...form.getInputProps('location')}
        name="location"
        label={t`Location`}
        maxLength={80}
        autoComplete="off"
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <SubmitButton isSending={isSending}>{submitLabel}</SubmitButton>
      </div>
    </form>
  )
}
