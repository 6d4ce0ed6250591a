import { formatNumber } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { Checkbox, Radio, Stack, TextInput } from '@mantine/core'
import { useOrganizationSettingsQuery } from '../../../organizations/index.ts'
import { useCan } from '../../../../shared/lib/session/select.ts'
import classes from '../Fields.module.css'
import type { AudienceCount } from '../useAudienceCount.ts'
import type { Draft } from '../useDraft.ts'
import { OffShift } from './OffShift.tsx'

const reasonMax = 200

/** What happens to people who are off shift or in quiet hours: they wait, or get it at once for a reason. */
export function QuietHours({ draft, count }: { draft: Draft; count: AudienceCount }) {
  const { t, i18n } = useLingui()
  const { data } = useOrganizationSettingsQuery()
  const mayOverride = useCan('messages.off_shift')
  const maySend = useCan('broadcasts.send')
  // The member who approves it decides about texts of members who may not send.
  const mayOffShift = mayOverride || !maySend
  const { quietHours, quietReason } = draft.content.options
  const offShift = count.data?.count.offShift ?? 0
  const quiet = count.data?.count.inQuietHours ?? 0
  const isHolding = data?.settings.offClockGuard === 'hold'
  const waiting = quiet + (isHolding ? offShift : 0)
  const isOff = data?.settings.quietHours.mode === 'off' && !isHolding
  const hasChoice = !isOff && (waiting > 0 || quietHours === 'send' || draft.content.schedule.mode !== 'now')
  const isGuarded = data !== undefined && data.settings.offClockGuard !== 'off'
  const isNoted =
    draft.content.kind === 'announcement' &&
    isGuarded &&
    (quietHours === 'send' || !isHolding) &&
    (offShift > 0 || draft.content.schedule.mode === 'recurring')
  const names = formatNumber(waiting, i18n.locale)
  return (
    <>
      {offShift > 0 && (
        <OffShift content={draft.content} people={offShift} isHeld={isHolding && quietHours === 'hold'} />
      )}
      {isNoted && (
        <Checkbox
          label={t`Add “No reply needed before your shift.” for people off shift`}
          description={t`In the language of each person.`}
          checked={draft.content.options.replyCanWait}
          onChange={(event) => draft.changeOptions({ replyCanWait: event.currentTarget.checked })}
        />
      )}
      {hasChoice && (
        <div className={classes.settings}>
          <Radio.Group
            label={isHolding ? t`People at rest` : t`Quiet hours`}
            description={
              quiet > 0
                ? plural(quiet, { one: '# person is in quiet hours then.', other: '# people are in quiet hours then.' })
                : ''
            }
            value={quietHours}
            onChange={(value) => draft.changeOptions({ quietHours: value === 'send' ? 'send' : 'hold' })}
          >
            <Stack gap="xs" mt="xs">
              <Radio
                value="hold"
                label={
                  isHolding ? t`They get it in the morning or when their shift starts` : t`They get it in the morning`
                }
              />
              <Radio
                value="send"
                label={waiting > 0 ? t`Send it to these ${names} at once` : t`Send it at once`}
                disabled={isHolding && !mayOffShift && quietHours !== 'send'}
                description={isHolding && !mayOffShift ? t`Needs the permission to text people off shift.` : undefined}
              />
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
              error={
                draft.errors['options.quietReason'] ?? (quietReason.trim() === '' ? t`Enter a reason.` : undefined)
              }
              dir="auto"
            />
          )}
        </div>
      )}
    </>
  )
}
