import type { ConsentAction, ConsentEvent } from '@crewline/contract/consent'
import { CONSENT_HISTORY_SHOWN } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Tooltip } from '@mantine/core'
import {
  IconBan,
  IconCircleCheck,
  IconHelpCircle,
  IconMessageQuestion,
  IconPhoneOff,
  IconShieldCheck,
  IconShieldX,
  IconSignature,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react'
import { fullTime } from '../../shared/ui/relative-time.ts'
import classes from './Consent.module.css'
import { useConsentWords } from './useConsentWords.ts'

const looks: Record<ConsentAction, { icon: Icon; tone: 'red' | 'green' | 'yellow' | 'dimmed' }> = {
  opt_in: { icon: IconCircleCheck, tone: 'green' },
  opt_out: { icon: IconBan, tone: 'red' },
  attest: { icon: IconSignature, tone: 'green' },
  help: { icon: IconHelpCircle, tone: 'dimmed' },
  possible_opt_out: { icon: IconMessageQuestion, tone: 'yellow' },
  not_opt_out: { icon: IconUserCheck, tone: 'dimmed' },
  wrong_number: { icon: IconPhoneOff, tone: 'yellow' },
}

/** Says whether every entry is as it was written. */
export function ChainMark({ isSound }: { isSound: boolean }) {
  const { t } = useLingui()
  const Shown = isSound ? IconShieldCheck : IconShieldX
  return (
    <Tooltip
      multiline
      w={260}
      label={
        isSound
          ? t`Each entry carries the hash of the one before it. All of them match, and none is missing.`
          : t`An entry was changed or is missing. Ask who runs your installation.`
      }
    >
      <span className={classes.chain} data-sound={isSound} tabIndex={0}>
        <Shown size={16} stroke={1.75} aria-hidden />
        {isSound ? <Trans>Unchanged since written</Trans> : <Trans>Changed after it was written</Trans>}
      </span>
    </Tooltip>
  )
}

/** Everything that was said about a number, the newest first, in the exact words. */
export function HistoryList({ events }: { events: ConsentEvent[] }) {
  const { i18n } = useLingui()
  const words = useConsentWords()
  return (
    <>
      <ol className={classes.history}>
        {events.map((event) => {
          const { icon: Shown, tone } = looks[event.action]
          const { by } = event
          return (
            <li key={event.id} className={classes.entry}>
              <span className={classes.mark} data-tone={tone}>
                <Shown size={16} stroke={1.75} aria-hidden />
              </span>
              <div className={classes.said}>
                <p className={classes.act}>
                  <b>{words.action[event.action]}</b> <span>{words.method[event.method]}</span>
                </p>
                {event.words && (
                  <blockquote className={classes.words} dir="auto">
                    {event.words}
                  </blockquote>
                )}
                {event.isErased && (
                  <p className={classes.hint}>
                    <Trans>The words were removed when the person was erased.</Trans>
                  </p>
                )}
                <p className={classes.meta}>
                  <time dateTime={event.at}>{fullTime(new Date(event.at), { locale: i18n.locale })}</time>
                  {by && (
                    <span>
                      <Trans>Noted by {by}</Trans>
                    </span>
                  )}
                </p>
              </div>
            </li>
          )
        })}
      </ol>
      {events.length >= CONSENT_HISTORY_SHOWN && (
        <p className={classes.hint}>
          <Trans>Older entries are in the evidence.</Trans>
        </p>
      )}
    </>
  )
}
