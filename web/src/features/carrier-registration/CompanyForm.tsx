import { ENTITY_TYPES, VERTICALS } from '@crewline/contract/carrier-registration-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { FormSummary } from '../../shared/ui/form/FormSummary.tsx'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import type { RegistrationData } from './api.ts'
import type { StepFormProps } from './step-form.ts'
import classes from './Registration.module.css'
import { useRegistrationForm } from './useRegistrationForm.ts'
import { useRegistrationNames } from './useRegistrationNames.ts'

type Company = RegistrationData['company']
type TextField = { [K in keyof Company]: Company[K] extends string ? K : never }[keyof Company]

/** The company that sends, as the tax authority knows it. */
export function CompanyForm({ data, onDirty, onClose, onDone }: StepFormProps) {
  const { t } = useLingui()
  const { entityTypes, verticals } = useRegistrationNames()
  const initial: Company & { typedEin: string } = { ...data.company, typedEin: '' }
  const { values, set, errorOf, onSubmit, isSaving, summary } = useRegistrationForm(data, {
    initial,
    isOwn: (field) => field === 'ein' || field.startsWith('company.'),
    changesOf: ({ typedEin, ...company }) => ({ company, ...(typedEin.trim() === '' ? {} : { ein: typedEin.trim() }) }),
    onDirty,
    onDone,
  })
  const text = (
    name: TextField,
    label: string,
    more: { description?: string; maxLength?: number; type?: string } = {},
  ) => (
    <TextInput
      name={`company.${name}`}
      label={label}
      maxLength={200}
      autoComplete="off"
      {...more}
      value={values[name]}
      error={errorOf(`company.${name}`)}
      onChange={({ currentTarget }) => set(`company.${name}`, { [name]: currentTarget.value })}
    />
  )
  const last4 = data.ein.last4
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <FormSummary {...summary} />
      {text('legalName', t`Legal name`, { description: t`Exactly as on the letter from the IRS, with Inc. or LLC.` })}
      <TextInput
        name="ein"
        label={t`EIN`}
        description={
          data.ein.isSet ? t`Saved, ends in ${last4}. Leave blank to keep it.` : t`Nine digits, like 12-3456789`
        }
        inputMode="numeric"
        maxLength={20}
        autoComplete="off"
        value={values.typedEin}
        error={errorOf('ein')}
        onChange={({ currentTarget }) => set('ein', { typedEin: currentTarget.value })}
      />
      <div className={classes.pair}>
        <Select
          name="company.entityType"
          label={t`Legal form`}
          data={ENTITY_TYPES.map((value) => ({ value, label: entityTypes[value] }))}
          value={values.entityType}
          error={errorOf('company.entityType')}
          onChange={(entityType) => set('company.entityType', { entityType })}
        />
        <Select
          name="company.vertical"
          label={t`Industry`}
          data={VERTICALS.map((value) => ({ value, label: verticals[value] }))}
          searchable
          value={values.vertical}
          error={errorOf('company.vertical')}
          onChange={(vertical) => set('company.vertical', { vertical })}
        />
      </div>
      {values.entityType === 'public_profit' && (
        <div className={classes.pair}>
          {text('stockSymbol', t`Stock symbol`, { maxLength: 10 })}
          {text('stockExchange', t`Stock exchange`, { maxLength: 10 })}
        </div>
      )}
      {text('street', t`Street address`, { maxLength: 100 })}
      <div className={classes.pair}>
        {text('city', t`City`, { maxLength: 100 })}
        {text('region', t`State`, { description: t`Two letters`, maxLength: 40 })}
      </div>
      {text('postalCode', t`ZIP code`, { maxLength: 20 })}
      {text('website', t`Website`, { description: 'https://company.com', maxLength: 300 })}
      {text('privacyUrl', t`Privacy policy`, { description: t`On the same website`, maxLength: 300 })}
      <Checkbox
        name="company.privacyKept"
        label={t`The policy says that mobile numbers are not shared with third parties for marketing.`}
        checked={values.privacyKept}
        error={errorOf('company.privacyKept')}
        onChange={({ currentTarget }) => set('company.privacyKept', { privacyKept: currentTarget.checked })}
      />
      <div className={classes.pair}>
        {text('firstname', t`First name of the contact person`, { maxLength: 60 })}
        {text('lastname', t`Last name of the contact person`, { maxLength: 60 })}
      </div>
      {text('title', t`Job title`, { maxLength: 60 })}
      {text('email', t`Email`, { description: t`At the domain of the company`, maxLength: 254, type: 'email' })}
      {text('phone', t`Phone`, { maxLength: 40, type: 'tel' })}
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
