import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { EMAIL_DOMAINS_MAX } from '@crewline/contract/organization-limits'
import type { OrganizationSettings } from '@crewline/contract/organizations'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../../shared/lib/session/select.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { SaveBar } from '../../../shared/ui/form/SaveBar.tsx'
import { useLeaveGuard } from '../../../shared/ui/form/useLeaveGuard.tsx'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { useTextingForm, type TextingForm } from '../../organizations/index.ts'
import { useProof } from './useProof.tsx'

/** How many days members have to set up the second step, unless another day is chosen. */
const usualDays = 7
const sessionLengths = [8, 24, 72, 168, 720]

type Security = OrganizationSettings['security']

interface CardProps {
  form: TextingForm
  keep: (part: Partial<Security>) => void
}

function SecondStepCard({ form, keep }: CardProps) {
  const { t } = useLingui()
  const zone = useSession(({ auth }) => auth.organization?.timezone ?? 'UTC')
  const [today] = useState(() => dayIn(zone, Date.now()))
  const { secondStepBy } = form.values.security
  const error = form.errors['settings.security.secondStepBy']
  return (
    <SettingsCard id="second-step" title={t`Two-step login`}>
      <Setting
        label={t`Require two-step login`}
        help={t`From the day you choose, teammates without it can only set it up. Until then, they see a reminder.`}
      >
        <Switch
          aria-label={t`Require two-step login`}
          checked={secondStepBy !== null}
          onChange={(event) => keep({ secondStepBy: event.currentTarget.checked ? daysAfter(today, usualDays) : null })}
        />
      </Setting>
      {secondStepBy !== null && (
        <Setting label={t({ message: 'From', context: 'day' })}>
          <TextInput
            type="date"
            aria-label={t({ message: 'From', context: 'day' })}
            value={secondStepBy}
            min={today}
            onChange={(event) => event.currentTarget.value && keep({ secondStepBy: event.currentTarget.value })}
          />
        </Setting>
      )}
      {error && (
        <p className={classes.problem} role="alert">
          {error}
        </p>
      )}
    </SettingsCard>
  )
}

function SessionsCard({ form, keep }: CardProps) {
  const { t } = useLingui()
  const { sessionHours } = form.values.security
  const lengths = [...new Set([...sessionLengths, sessionHours])].toSorted((a, b) => a - b)
  const label = (hours: number) =>
    hours % 24 === 0
      ? plural(hours / 24, { one: '# day', other: '# days' })
      : plural(hours, { one: '# hour', other: '# hours' })
  return (
    <SettingsCard id="session-length" title={t`Sessions`}>
      <Setting
        label={t`Log teammates out after`}
        help={t`Counts from when they logged in. A shorter time also ends older sessions as soon as you save.`}
      >
        <Select
          className={classes.wide ?? ''}
          aria-label={t`Log teammates out after`}
          value={String(sessionHours)}
          onChange={(hours) => hours && keep({ sessionHours: Number(hours) })}
          data={lengths.map((hours) => ({ value: String(hours), label: label(hours) }))}
          allowDeselect={false}
        />
      </Setting>
    </SettingsCard>
  )
}

function DomainsCard({ form, keep }: CardProps) {
  const { t } = useLingui()
  const { emailDomains } = form.values.security
  const error = Object.entries(form.errors).find(([path]) => path.startsWith('settings.security.emailDomains'))?.[1]
  return (
    <SettingsCard id="email-domains" title={t`Email domains`}>
      <Setting
        label={t`Allowed domains`}
        help={t`Only addresses of these domains can be invited and join. Teammates you already have stay. Leave empty to allow any.`}
      >
        <TagsInput
          className={classes.wide ?? ''}
          aria-label={t`Allowed domains`}
          value={emailDomains}
          onChange={(domains) =>
            keep({ emailDomains: domains.map((domain) => domain.replace(/^@/, '').toLowerCase()) })
          }
          maxTags={EMAIL_DOMAINS_MAX}
          placeholder={emailDomains.length === 0 ? t`company.com` : ''}
          error={error}
        />
      </Setting>
    </SettingsCard>
  )
}

/** The rules for logging in: two-step login, length of sessions, and email domains. Saving them may ask for the password. */
export function AccessTab() {
  const { proven, dialog } = useProof()
  const { form, isError, retry } = useTextingForm(proven)
  const question = useLeaveGuard(form?.isDirty ?? false)
  if (isError) return <StatePanel kind="error" onRetry={retry} />
  if (!form) return <SkeletonRows count={6} />
  const keep = (part: Partial<Security>) => form.change({ security: { ...form.values.security, ...part } })
  return (
    <>
      <form className={classes.stack} onSubmit={(event) => void form.submit(event)} noValidate>
        {question}
        <SecondStepCard form={form} keep={keep} />
        <SessionsCard form={form} keep={keep} />
        <DomainsCard form={form} keep={keep} />
        {form.isDirty && <SaveBar onDiscard={form.discard} isSending={form.isSending} problem={form.problem} />}
      </form>
      {dialog}
    </>
  )
}
