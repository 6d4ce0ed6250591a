import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import type { CardProps } from '../Editor.tsx'
import classes from '../OptIn.module.css'

/** What people agree to, and how they prove that the number is theirs. The wording itself is fixed. */
export function ConsentCard({
  content,
  onChange,
  language,
  errors,
  isReadOnly,
  consent,
}: CardProps & { consent: string | undefined }) {
  const { t } = useLingui()
  const { frequency } = content
  return (
    <SettingsCard
      id="consent"
      title={t`Consent`}
      text={
        <Trans>
          The wording is fixed, because carriers check it. People check the box themselves, and the exact text is kept
          with each of them.
        </Trans>
      }
    >
      <Stack gap="md">
        {consent !== undefined && (
          <p className={classes.locked} lang={language} dir="auto">
            <IconLock size={16} stroke={1.75} aria-label={t`Fixed wording`} />
            <span translate="no">{consent}</span>
          </p>
        )}
        <Group gap="sm" align="end">
          <NumberInput
            label={t`At most this many texts`}
            value={frequency.count}
            min={1}
            max={100}
            allowDecimal={false}
            readOnly={isReadOnly}
            error={errors['frequency']}
            onChange={(count) => {
              if (typeof count === 'number' && count >= 1) onChange({ frequency: { ...frequency, count } })
            }}
          />
          <Select
            aria-label={t`Period`}
            value={frequency.per}
            readOnly={isReadOnly}
            allowDeselect={false}
            data={[
              { value: 'day', label: t`per day` },
              { value: 'week', label: t`per week` },
              { value: 'month', label: t`per month` },
            ]}
            onChange={(per) => onChange({ frequency: { ...frequency, per: per ?? 'week' } })}
          />
        </Group>
        <TextInput
          label={t`Terms`}
          type="url"
          placeholder="https://"
          data-untranslated="placeholder"
          value={content.termsUrl}
          error={errors['termsUrl']}
          readOnly={isReadOnly}
          dir="ltr"
          onChange={(event) => onChange({ termsUrl: event.currentTarget.value.trim() })}
        />
        <TextInput
          label={t`Privacy policy`}
          type="url"
          placeholder="https://"
          data-untranslated="placeholder"
          value={content.privacyUrl}
          error={errors['privacyUrl']}
          readOnly={isReadOnly}
          dir="ltr"
          onChange={(event) => onChange({ privacyUrl: event.currentTarget.value.trim() })}
        />
        <Checkbox.Group
          label={t`How people prove that the number is theirs`}
          description={t`Anyone can enter any number. Choose at least one.`}
          error={errors['doubleOptIn']}
          readOnly={isReadOnly}
          value={[...(content.doubleOptIn ? ['reply'] : []), ...(content.verifyPhone ? ['code'] : [])]}
          onChange={(chosen) =>
            onChange({ doubleOptIn: chosen.includes('reply'), verifyPhone: chosen.includes('code') })
          }
        >
          <Stack gap="xs" mt="xs">
            <Checkbox
              value="reply"
              label={t`They reply YES to a text`}
              description={t`People who don’t reply are reminded once, a day later.`}
            />
            <Checkbox value="code" label={t`They enter a code that we text them`} />
          </Stack>
        </Checkbox.Group>
        <TextInput
          label={t`Keyword`}
          description={t`People who text it to your number join at once. Leave blank for none.`}
          placeholder="JOIN"
          data-untranslated="placeholder"
          value={content.keyword}
          error={errors['keyword']}
          readOnly={isReadOnly}
          maxLength={20}
          dir="auto"
          onChange={(event) => onChange({ keyword: event.currentTarget.value })}
        />
      </Stack>
    </SettingsCard>
  )
}
