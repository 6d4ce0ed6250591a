import { countTexts } from '@crewline/contract/segments'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Switch, Textarea, TextInput } from '@mantine/core'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import type { TextingForm } from './useTextingForm.ts'

const awayMax = 480
const helpMax = 120

/** The automatic replies, the first-contact notice, the HELP contact, and the assignment of conversations. */
export function AnswersCard({ form: { values, change } }: { form: TextingForm }) {
  const { t } = useLingui()
  const { awayReply, holidayReply, helpContact, autoAssign, firstContactNotice, businessHours } = values
  const costOf = (text: string) => {
    const { segments } = countTexts(text)
    return segments > 0 ? ` ${plural(segments, { one: '# segment', other: '# segments' })}` : ''
  }
  // Every contact would get it at any hour, so the author is warned.
  const isAlways = awayReply.trim() !== '' && Object.keys(businessHours).length === 0
  const always = isAlways ? ` ${t`No business hours are set, so you're treated as always closed.`}` : ''
  const field = '{holiday}'
  return (
    <>
      <SettingsCard id="away-reply" title={t`Away reply`}>
        <Textarea
          aria-label={t`Away reply`}
          description={
            t`Sent outside business hours, at most once every 12 hours per contact. Leave blank to turn off.` +
            costOf(awayReply) +
            always
          }
          value={awayReply}
          onChange={(event) => change({ awayReply: event.currentTarget.value })}
          maxLength={awayMax}
          autosize
          minRows={2}
          maxRows={6}
          dir="auto"
        />
        <Textarea
          mt="md"
          label={t`On holidays`}
          description={
            t`Sent instead on holidays. ${field} is replaced with the holiday's name. Leave blank to use the away reply.` +
            costOf(holidayReply)
          }
          value={holidayReply}
          onChange={(event) => change({ holidayReply: event.currentTarget.value })}
          maxLength={awayMax}
          autosize
          minRows={2}
          maxRows={6}
          dir="auto"
        />
      </SettingsCard>
      <SettingsCard id="answers" title={t`Replies`}>
        <Setting label={t`Assign on reply`} help={t`An unassigned conversation goes to whoever replies first.`}>
          <Switch
            aria-label={t`Assign on reply`}
            checked={autoAssign === 'first_reply'}
            onChange={(event) => change({ autoAssign: event.currentTarget.checked ? 'first_reply' : 'off' })}
          />
        </Setting>
        <Setting
          label={t`Introduce your company`}
          help={t`Ends each contact's first text with your company name and how to opt out.`}
        >
          <Switch
            aria-label={t`Introduce your company`}
            checked={firstContactNotice}
            onChange={(event) => change({ firstContactNotice: event.currentTarget.checked })}
          />
        </Setting>
        <Setting label={t`Help contact`} help={t`Included in the reply to HELP: a phone number, email, or web page.`}>
          <TextInput
            className={classes.wide ?? ''}
            aria-label={t`Help contact`}
            value={helpContact}
            onChange={(event) => change({ helpContact: event.currentTarget.value })}
            maxLength={helpMax}
          />
        </Setting>
      </SettingsCard>
    </>
  )
}
