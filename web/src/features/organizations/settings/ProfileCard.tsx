import { ORGANIZATION_NAME_MAX } from '@crewline/contract/limits'
import { ADDRESS_LINE_MAX } from '@crewline/contract/organization-limits'
import type { Address } from '@crewline/contract/organizations'
import { useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import { headcounts, useIndustryNames } from '../../../shared/ui/text/useIndustryNames.ts'
import type { OrganizationForm } from './useOrganizationForm.ts'

/** The name, address, industry and size of the organization. */
export function ProfileCard({ form: { values, change, errors } }: { form: OrganizationForm }) {
  const { t } = useLingui()
  const industries = useIndustryNames()
  const line = (part: keyof Address, label: string, autoComplete: string) => (
    <TextInput
      name={`address.${part}`}
      label={label}
      value={values.address[part]}
      onChange={(event) => change({ address: { [part]: event.currentTarget.value } })}
      error={errors[`address.${part}`]}
      maxLength={part === 'postalCode' ? 20 : ADDRESS_LINE_MAX}
      autoComplete={autoComplete}
    />
  )
  return (
    <SettingsCard
      id="organization"
      title={t`Organization`}
      text={t`Your team sees the name everywhere, and a new name shows on open pages at once.`}
    >
      <div className={classes.stack}>
        <TextInput
          name="name"
          label={t`Name`}
          value={values.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={errors['name']}
          maxLength={ORGANIZATION_NAME_MAX}
          autoComplete="organization"
          required
          withAsterisk={false}
        />
        {line('street', t`Street`, 'street-address')}
        <div className={classes.pair}>
          {line('city', t`City`, 'address-level2')}
          {line('region', t`State or region`, 'address-level1')}
        </div>
        <div className={classes.pair}>
          {line('postalCode', t`Postal code`, 'postal-code')}
          <Select
            name="headcount"
            label={t`People`}
            placeholder={t`Choose`}
            value={values.headcount}
            onChange={(headcount) => change({ headcount })}
            data={headcounts.map((value) => ({ value, label: value.replace('-', '–') }))}
            error={errors['headcount']}
            allowDeselect={false}
          />
        </div>
        <Select
          name="industry"
          label={t`Industry`}
          placeholder={t`Choose`}
          value={values.industry}
          onChange={(industry) => change({ industry })}
          data={industries}
          error={errors['industry']}
          allowDeselect={false}
        />
      </div>
    </SettingsCard>
  )
}
