import { formatNumber } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { Radio, Stack, TextInput } from '@mantine/core'
import { useOrganizationSettingsQuery } from '../../../organizations/index.ts'
import classes from '../Fields.module.css'
import type { AudienceCount } from '../useAudienceCount.ts'
import type { Draft } from '../useDraft.ts'

const reasonMax = 200

/** What happens to people who are in quiet hours: they wait for the morning, or get it at once for a reason. */
export function QuietHours({ draft, count }: { draft: Draft; count: AudienceCount }) {
  const { t, i18n } = useLingui()
  const { data } = useOrganizationSettingsQuery()
  const { quietHours, quietReason } = draft.content.options
  const people = count.data?.count.inQuietHours ?? 0
  const isOff = data?.settings.quietHours.mode === 'off'
  if (isOff || (people === 0 && quietHours === 'hold' && draft.content.schedule.mode === 'now')) return null
  const names = formatNumber(people, i18n.locale)
  return (
    <div className={classes.settings}>
      <Radio.Group
        label={t`Quiet hours`}
        description={
          people > 0
            ? plural(people, { one: '# person is in quiet hours then.', other: '# people are in quiet hours then.' })
            : ''
        }
        value={quietHours}
        onChange={(value) => draft.changeOptions({ quietHours: value === 'send' ? 'send' : 'hold' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="hold" label={t`They get it in the morning`} />
          <Radio value="send" label={people > 0 ? t`Send it to these ${names} at once` : t`Send it at once`} />
        </Stack>
      </Radio.Group>
      {quietHours === 'send' && (
        <TextInput
          label={t`Why can't it wait?`}
          description={t`Your reason is saved in the audit log.`}
          name="options.quietReason"
          value={quietReason}
          maxLength={reasonMax}
          onChange={(event) => draft.changeOptions({ quietReason: event.currentTarget.value })}
          error={draft.errors['options.quietReason'] ?? (quietReason.trim() === '' ? t`Enter a reason.` : undefined)}
          dir="auto"
        />
      )}
    </div>
  )
}
