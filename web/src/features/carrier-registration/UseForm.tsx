import {
  MONTHLY_TEXTS,
  REGISTERED_PARAGRAPH_MAX,
  REGISTERED_TEXT_MAX,
  SAMPLES_MAX,
  USE_CASES,
} from '@crewline/contract/carrier-registration-limits'
import { formatNumber } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { FormSummary } from '../../shared/ui/form/FormSummary.tsx'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import type { RegistrationData } from './api.ts'
import type { StepFormProps } from './step-form.ts'
import classes from './Registration.module.css'
import { useRegistrationForm } from './useRegistrationForm.ts'
import { useRegistrationNames } from './useRegistrationNames.ts'

type Use = RegistrationData['use']
type Paragraph = 'description' | 'optInFlow' | 'consentText' | 'helpText' | 'optOutText'

/** What the texts are for, what they look like, and how people agree to them. */
export function UseForm({ data, onDirty, onClose, onDone }: StepFormProps) {
  const { t, i18n } = useLingui()
  const { useCases } = useRegistrationNames()
  const { values, set, errorOf, onSubmit, isSaving, summary } = useRegistrationForm<Use>(data, {
    initial: data.use,
    isOwn: (field) => field.startsWith('use.'),
    changesOf: (use) => ({ use: { ...use, samples: use.samples.filter((sample, at) => sample !== '' || at < 2) } }),
    onDirty,
    onDone,
  })
  const paragraph = (name: Paragraph, label: string, description?: string) => (
    <Textarea
      name={`use.${name}`}
      label={label}
      description={description}
      autosize
      minRows={2}
      maxLength={name === 'helpText' || name === 'optOutText' ? REGISTERED_TEXT_MAX : REGISTERED_PARAGRAPH_MAX}
      value={values[name]}
      error={errorOf(`use.${name}`)}
      onChange={({ currentTarget }) => set(`use.${name}`, { [name]: currentTarget.value })}
    />
  )
  const flag = (name: 'hasLinks' | 'hasPhones', label: string) => (
    <Checkbox
      name={`use.${name}`}
      label={label}
      checked={values[name]}
      error={errorOf(`use.${name}`)}
      onChange={({ currentTarget }) => set(`use.${name}`, { [name]: currentTarget.checked })}
    />
  )
  const samples = values.samples.length < 2 ? [...values.samples, '', ''].slice(0, 2) : values.samples
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <FormSummary {...summary} />
      <Select
        name="use.useCase"
        label={t`Purpose`}
        data={USE_CASES.map((value) => ({ value, label: useCases[value] }))}
        value={values.useCase}
        error={errorOf('use.useCase')}
        onChange={(useCase) => set('use.useCase', { useCase })}
      />
      {paragraph('description', t`Description`, t`Who sends texts, who gets them, about what and why`)}
      {samples.map((sample, at) => {
        const number = at + 1
        return (
          <Textarea
            key={at}
            name={`use.samples.${at}`}
            label={t`Sample text ${number}`}
            description={at === 0 ? t`As you would send it, with your name and “Reply STOP to opt out.”` : undefined}
            autosize
            minRows={2}
            maxLength={REGISTERED_TEXT_MAX}
            value={sample}
            error={errorOf(`use.samples.${at}`)}
            onChange={({ currentTarget }) =>
              set(`use.samples.${at}`, { samples: samples.with(at, currentTarget.value) })
            }
          />
        )
      })}
      {samples.length < SAMPLES_MAX && (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => set('use.samples', { samples: [...samples, ''] })}>
            <Trans>Add a sample</Trans>
          </Button>
        </div>
      )}
      {flag('hasLinks', t`Texts contain links`)}
      {flag('hasPhones', t`Texts contain phone numbers`)}
      {paragraph('optInFlow', t`How people agree`, t`Where they find the form, and what they do there`)}
      {data.optInPages.length > 0 && (
        <Select
          label={t`Fill in from an opt-in page`}
          placeholder={t`Choose a page`}
          data={data.optInPages.map(({ id, name }) => ({ value: id, label: name }))}
          value={null}
          onChange={(id) => {
            const page = data.optInPages.find((candidate) => candidate.id === id)
            if (!page) return
            set('use.optInUrl', { optInUrl: page.url })
            set('use.consentText', { consentText: page.consentText })
          }}
        />
      )}
      {paragraph('consentText', t`Text that people agree to`)}
      <TextInput
        name="use.optInUrl"
        label={t`Address of the form`}
        maxLength={300}
        value={values.optInUrl}
        error={errorOf('use.optInUrl')}
        onChange={({ currentTarget }) => set('use.optInUrl', { optInUrl: currentTarget.value })}
      />
      {paragraph('helpText', t`Reply to HELP`)}
      {paragraph('optOutText', t`Reply to STOP`)}
      <Select
        name="use.monthlyTexts"
        label={t`Texts in a month, up to`}
        data={MONTHLY_TEXTS.map((count) => ({ value: String(count), label: formatNumber(count, i18n.locale) }))}
        value={values.monthlyTexts === null ? null : String(values.monthlyTexts)}
        error={errorOf('use.monthlyTexts')}
        onChange={(chosen) =>
          set('use.monthlyTexts', { monthlyTexts: MONTHLY_TEXTS.find((count) => String(count) === chosen) ?? null })
        }
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <SubmitButton isSending={isSaving}>
          <Trans>Save</Trans>
        </SubmitButton>
      </div>
    </form>
  )
}
