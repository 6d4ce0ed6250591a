import { countTexts } from '@crewline/contract/segments'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Switch, Textarea, TextInput } from '@mantine/core'
import { Setting, SettingsCard } from '../SettingsCard.tsx'
import classes from '../Settings.module.css'
import type { TextingForm } from './useTextingForm.ts'

const awayMax = 480
const helpMax = 120

/** What answers by itself, how contacts reach us, and who gets a conversation. */
export function AnswersCard({ form: { values, change } }: { form: TextingForm }) {
  const { t } = useLingui()
  const { awayReply, holidayReply, helpContact, autoAssign, firstContactNotice, businessHours } = values
  const costOf = (words: string) => {
    const { segments } = countTexts(words)
    return segments > 0 ? ` ${plural(segments, { one: '# text', other: '# texts' })}` : ''
  }
  // Everybody would get it at any hour: whoever writes it should know.
  const isAlways = awayReply.trim() !== '' && Object.keys(businessHours).length === 0
  const always = isAlways ? ` ${t`No business hours are set, so you count as closed.`}` : ''
  const field = '{holiday}'
  return (
    <>
      <SettingsCard id="away-reply" title={t`Away reply`}>
        <Textarea
          aria-label={t`Away reply`}
          description={
            t`The answer outside business hours, once in 12 hours for each contact. Empty: none.` +
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
            t`Goes instead on holidays. ${field} becomes the name of the day. Empty: the away reply.` +
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
      <SettingsCard id="answers" title={t`Answers`}>
        <Setting
          label={t`Who answers first gets it`}
          help={t`A conversation of nobody goes to the teammate who replies.`}
        >
          <Switch
            aria-label={t`Who answers first gets it`}
            checked={autoAssign === 'first_reply'}
            onChange={(event) => change({ autoAssign: event.currentTarget.checked ? 'first_reply' : 'off' })}
          />
        </Setting>
        <Setting label={t`Say who we are`} help={t`A contact's first text ends with our name and how to stop texts.`}>
          <Switch
            aria-label={t`Say who we are`}
            checked={firstContactNotice}
            onChange={(event) => change({ firstContactNotice: event.currentTarget.checked })}
          />
        </Setting>
        <Setting label={t`Help contact`} help={t`The answer to HELP names it: a number, an e-mail or a page.`}>
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
