import { useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import { ORGANIZATION_NAME_MAX } from '@crewline/contract/limits'
import type { Headcount, Industry } from '@crewline/contract/organizations'
import { useEffect, useMemo, useState } from 'react'
import { readSlice } from '../../../shared/lib/session/keep.ts'
import { keepInTab, textInTab } from '../../../shared/lib/tab-storage.ts'
import { useApiForm } from '../../../shared/ui/form/useApiForm.ts'
import { headcounts, useIndustryNames } from '../../../shared/ui/text/useIndustryNames.ts'
import classes from './AuthCard.module.css'
import { AuthForm } from './AuthForm.tsx'
import { leaveDeadSession, openAfterFounding } from './arrive.ts'
import { sendRequest, heldTokens } from './send-request.ts'
import { CompanySubmitted } from './CompanySubmitted.tsx'
import { go } from './path.ts'
import { countries, likelyCountry, timeZones } from './regions.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'

/** The user creating the organization: just registered, or with an email that is confirmed already. */
function founder(): { token: string | null; isConfirmed: boolean } {
  const { full, unverified } = heldTokens()
  const isConfirmed = textInTab('founder') === 'full' || unverified === null
  return { token: isConfirmed ? full : unverified, isConfirmed }
}

/** Step 2 of sign-up: the company, with country and time zone guessed from this device. */
export function Company() {
  const { t, i18n } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const industries = useIndustryNames()
  const [{ token, isConfirmed }] = useState(founder)
  const [submittedName] = useState(() => (isConfirmed ? '' : textInTab('company')))
  const [zones] = useState(timeZones)
  const countryOptions = useMemo(() => countries(i18n.locale), [i18n.locale])
  useEffect(() => {
    if (token === null) go('/auth/login', 'replace')
  }, [token])

  function goOn(phone: string): void {
    const user = readSlice('auth').user
    if (!isConfirmed || !user) return go('/auth/check-email')
    if (phone) keepInTab('phone', phone)
    return openAfterFounding({ phone: phone || user.phone, phoneVerified: user.phoneVerified })
  }

  const { form, ...sending } = useApiForm(
    {
      initialValues: {
        name: '',
        headcount: '',
        industry: '',
        country: likelyCountry(navigator.languages),
        timezone: zones.usual,
        phone: '',
      },
      validate: {
        name: (value) => (value.trim() === '' ? t`Enter your company name.` : null),
        headcount: (value) => (value ? null : t`Choose a size.`),
        industry: (value) => (value ? null : t`Choose an industry.`),
        country: (value) => (value ? null : t`Choose a country.`),
        timezone: (value) => (value ? null : t`Choose a time zone.`),
      },
    },
    async ({ phone, headcount, industry, ...organizationFields }) => {
      const organization = { ...organizationFields, headcount: headcount as Headcount, industry: industry as Industry }
      const { reply, refusal } = await sendRequest('setInfo', { body: { phone, organization } }, token)
      if (refusal?.status === 403) leaveDeadSession(token)
      if (refusal && refusal.code !== 'info_known') return wordsFor(refusal)
      keepInTab('company', reply?.organization.name ?? organizationFields.name)
      goOn(reply?.user.phone ?? '')
      return undefined
    },
  )

  if (token === null) return null
  if (submittedName !== '') return <CompanySubmitted name={submittedName} onContinue={() => goOn('')} />
  return (
    <AuthForm
      title={t`Your company`}
      text={isConfirmed ? t`One more step before you start` : t`Step 2 of 2: About your company`}
      verb={t`Continue`}
      sending={sending}
    >
      <TextInput
        key={form.key('name')}
        {...form.getInputProps('name')}
        name="name"
        label={t`Company name`}
        autoComplete="organization"
        maxLength={ORGANIZATION_NAME_MAX}
        size="md"
        // The form is all there is on this page.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <div className={classes.pair}>
        <Select
          key={form.key('headcount')}
          {...form.getInputProps('headcount')}
          data-path="headcount"
          label={t`People`}
          placeholder={t`Choose`}
          data={headcounts.map((value) => ({ value, label: value.replace('-', '–') }))}
          allowDeselect={false}
          size="md"
        />
        <Select
          key={form.key('industry')}
          {...form.getInputProps('industry')}
          data-path="industry"
          label={t`Industry`}
          placeholder={t`Choose`}
          data={industries}
          allowDeselect={false}
          size="md"
        />
      </div>
      <Select
        key={form.key('country')}
        {...form.getInputProps('country')}
        data-path="country"
        label={t`Country`}
        data={countryOptions}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t`No matches`}
        size="md"
      />
      <Select
        key={form.key('timezone')}
        {...form.getInputProps('timezone')}
        data-path="timezone"
        label={t`Time zone`}
        description={t`Detected from this device. Change it if your company is in a different time zone.`}
        data={zones.all}
        searchable
        allowDeselect={false}
        limit={100}
        nothingFoundMessage={t`No matches`}
        size="md"
      />
      <TextInput
        key={form.key('phone')}
        {...form.getInputProps('phone')}
        name="phone"
        type="tel"
        inputMode="tel"
        label={t`Your mobile number (optional)`}
        autoComplete="tel"
        maxLength={40}
        size="md"
      />
    </AuthForm>
  )
}
